"""What is wrong with a game record, said as `FILE:LINE: what is wrong, what was expected`."""


class GameError(ValueError):
    """A game record that cannot be read, or a match that cannot be written in the form asked for.

    `where` is the line counted from 1, or the node of an SGF tree; None where the whole file is meant.
    """

    def __init__(self, name: str, where: int | str | None, text: str) -> None:
        place = name if where is None else f"{name}:{where}" if isinstance(where, int) else f"{name}: {where}"
        super().__init__(f"{place}: {text}" if place else text)
        self.name = name
        self.where = where
        self.text = text
