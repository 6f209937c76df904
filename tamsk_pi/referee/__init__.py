"""Acts and deadlines in, rulings out, each citing a point of the rules."""
