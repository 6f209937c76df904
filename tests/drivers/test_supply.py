"""The supply's flags, from whichever file tells of them."""

from pathlib import Path

from tamsk_pi.drivers.supply import Supply, parse_throttled, read_supply


def told(sys: Path, path: str, text: str) -> None:
    (sys / path).parent.mkdir(parents=True, exist_ok=True)
    (sys / path).write_text(text, encoding="ascii")


THROTTLED = "devices/platform/soc/soc:firmware/get_throttled"


def test_what_is_now_and_what_has_been_are_told_apart(tmp_path: Path) -> None:
    told(tmp_path, THROTTLED, "50000\n")
    assert read_supply(tmp_path) == Supply(was_low=True, was_slowed=True)
    told(tmp_path, THROTTLED, "50005\n")
    assert read_supply(tmp_path) == Supply(True, True, True, True)


def test_heat_alone_slows_and_is_no_low_voltage(tmp_path: Path) -> None:
    told(tmp_path, THROTTLED, "8\n")
    assert read_supply(tmp_path) == Supply(is_slowed=True, is_hot=True)


def test_a_kernel_without_the_flags_still_raises_its_alarm(tmp_path: Path) -> None:
    told(tmp_path, "class/hwmon/hwmon0/name", "cpu_thermal\n")
    told(tmp_path, "class/hwmon/hwmon1/name", "rpi_volt\n")
    told(tmp_path, "class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert read_supply(tmp_path) == Supply(is_low=True, was_low=True)
    told(tmp_path, "class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert read_supply(tmp_path) == Supply()


def test_a_computer_that_tells_nothing_is_not_called_well(tmp_path: Path) -> None:
    assert read_supply(tmp_path) is None
    told(tmp_path, THROTTLED, "no hex\n")
    assert read_supply(tmp_path) is None


def test_vcgencmd_is_understood() -> None:
    assert parse_throttled("throttled=0x50005\n") == Supply(True, True, True, True)
    assert parse_throttled("throttled=0x0") == Supply()
    assert parse_throttled("error=1") is None
    assert parse_throttled("") is None
