"""A second referee, written straight from the rules in the plainest way, to hold the product's against.

It shares nothing with `tamsk_pi.referee`: only acts, names and settings are the same, so that both can be asked the
same question. No watermark, no batches, no immutable state: a whole list of acts goes in, a list of rulings comes
out as they are printed. The modules follow the sections of the rules, and every function names the point it reads.
"""
