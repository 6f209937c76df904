"""The nodes that were paired, as a file: people may read it, nobody has to; it stands above the configuration."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.files import OLD, MeasuredFileError, digest_of, replace_file
from tamsk_pi.calibration.node_pairing import VESSELS

NODES_FILE: Final = "nodes.toml"
"""Its name in the state directory."""


def save_nodes(path: Path, nodes: Mapping[str, str]) -> None:
    """Keep these addresses by glass, and the ones before in NAME.old. Raises MeasuredFileError."""
    lines = [
        "# Which node is in which glass. Written by pairing (tamsk-pi pair, or the page); it stands above [nodes]",
        "# of the configuration.",
        f'digest = "{digest_of(dict(nodes))}"',
        "",
        "[nodes]",
        *(f'{glass} = "{address}"' for glass, address in nodes.items()),
        "",
    ]
    replace_file(path, "\n".join(lines).encode("ascii"))


def load_nodes(path: Path) -> dict[str, str]:
    """The addresses kept there, none if there is no such file. Raises MeasuredFileError for a damaged one."""
    try:
        data = tomllib.loads(path.read_bytes().decode("ascii"))
        nodes = {str(glass): str(address) for glass, address in data["nodes"].items()}
        if not set(nodes) <= set(VESSELS):
            raise ValueError(f"{', '.join(sorted(set(nodes) - set(VESSELS)))}: no glass")
        if data["digest"] != digest_of(dict(nodes)):
            raise ValueError("the digest does not fit the content")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise MeasuredFileError(f"{path}: {error.strerror}; expected the paired nodes") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise MeasuredFileError(
            f"{path}: these paired nodes are damaged ({error}); the ones before are in {path.name}{OLD}: move that "
            "file here, or move this one away and pair again (tamsk-pi pair)"
        ) from None
    return nodes


def merged(configured: Mapping[str, str], paired: Mapping[str, str]) -> dict[str, str]:
    """What was paired stands above what was configured; no address is in two glasses."""
    taken = set(paired.values())
    kept = {glass: address for glass, address in configured.items() if glass not in paired and address not in taken}
    return {glass: (kept | dict(paired))[glass] for glass in VESSELS if glass in kept or glass in paired}
