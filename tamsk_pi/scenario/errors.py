"""What is wrong with a scenario, said as `FILE:LINE: what is wrong, what was expected`."""


class ScenarioError(ValueError):
    """A scenario that cannot be read or that no hands could play; raised before anything runs.

    `line` is counted from 1, None where the whole file is meant.
    """

    def __init__(self, name: str, line: int | None, text: str) -> None:
        where = name if line is None else f"{name}:{line}"
        super().__init__(f"{where}: {text}")
        self.name = name
        self.line = line
        self.text = text
