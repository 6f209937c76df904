"""The journal's file: nothing acknowledged is lost, nothing is cut silently."""

import errno
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from journal_samples import END, HEADER, RECORDS

import tamsk_pi
from tamsk_pi.journal.codec import encode_line
from tamsk_pi.journal.errors import JournalCorruptError, JournalError, JournalHeaderError, JournalStorageError
from tamsk_pi.journal.records import Journal, RulingRecord, WatermarkRecord
from tamsk_pi.journal.store import JournalWriter, find_unfinished, new_path, read_journal, repair


def write_journal(path: Path, *records: RulingRecord) -> Path:
    with JournalWriter.create(path, HEADER) as writer:
        writer.append([*RECORDS, *records])
    return path


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """The system refuses to let files grow beyond that, as a full disk does, in the middle of a write."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@dataclass
class Disk:
    """Stands before the system's fsync: notes what became durable, and may break down."""

    sizes: list[int] = field(default_factory=list)
    directories: int = 0
    is_broken: bool = False

    def fsync(self, descriptor: int) -> None:
        if self.is_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            self.directories += 1
        else:
            self.sizes.append(status.st_size)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(os, "fsync", disk.fsync)
    return disk


def test_append_returns_after_one_fsync_of_everything_it_wrote(tmp_path: Path, disk: Disk) -> None:
    with JournalWriter.create(tmp_path / "a.journal", HEADER) as writer:
        assert disk.directories == 1
        sizes = [writer.path.stat().st_size]
        for count in (1, 5):
            writer.append(RECORDS[:count])
            sizes.append(writer.path.stat().st_size)
    assert disk.sizes == sizes


def test_torn_tail_is_durable_under_its_new_name_before_it_is_cut(tmp_path: Path, disk: Disk) -> None:
    path = write_journal(tmp_path / "a.journal")
    size = path.stat().st_size
    with path.open("ab") as file:
        file.write(b"torn")
    disk.sizes.clear()
    disk.directories = 0
    repair(path)
    assert (disk.sizes, disk.directories) == ([4, size], 1)


def test_disk_that_breaks_down_closes_the_journal_and_says_so(tmp_path: Path, disk: Disk) -> None:
    writer = JournalWriter.create(tmp_path / "a.journal", HEADER)
    disk.is_broken = True
    with pytest.raises(JournalStorageError, match=r"closed, to be repaired and reopened \(Input/output error\)"):
        writer.append(RECORDS)
    disk.is_broken = False
    with pytest.raises(JournalError, match="the journal is closed"):
        writer.append(RECORDS)
    with JournalWriter.reopen(writer.path) as again:
        again.append(RECORDS[:1])
    assert read_journal(writer.path).records == RECORDS[:1]


def test_what_is_appended_in_several_steps_and_after_reopening_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "a.journal"
    with JournalWriter.create(path, HEADER) as writer:
        writer.append(RECORDS[:3])
        writer.append([])
        writer.append(RECORDS[3:5])
    with JournalWriter.reopen(path) as writer:
        writer.append(RECORDS[5:])
    assert read_journal(path) == Journal(HEADER, RECORDS, b"", path.stat().st_size)


def test_journal_is_readable_as_soon_as_append_returns(tmp_path: Path) -> None:
    with JournalWriter.create(tmp_path / "a.journal", HEADER) as writer:
        assert read_journal(writer.path).records == ()
        writer.append(RECORDS[:2])
        assert read_journal(writer.path).records == RECORDS[:2]


def test_existing_journal_is_never_overwritten(tmp_path: Path) -> None:
    path = write_journal(tmp_path / "a.journal")
    before = path.read_bytes()
    with pytest.raises(JournalStorageError, match="File exists"):
        JournalWriter.create(path, HEADER)
    assert path.read_bytes() == before


def test_second_writer_is_turned_away_until_the_first_has_closed(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    first = JournalWriter.create(path, HEADER)
    with pytest.raises(JournalStorageError, match="in use by another process"):
        JournalWriter.reopen(path)
    with pytest.raises(JournalStorageError, match="in use by another process"):
        repair(path)
    first.close()
    first.close()
    JournalWriter.reopen(path).close()


def test_appending_to_a_closed_journal_is_an_error(tmp_path: Path) -> None:
    writer = JournalWriter.create(tmp_path / "a.journal", HEADER)
    writer.close()
    with pytest.raises(JournalError, match="closed; reopen it"):
        writer.append(RECORDS)


def test_tail_torn_at_every_byte_is_kept_aside_and_the_match_goes_on(tmp_path: Path) -> None:
    whole = write_journal(tmp_path / "whole.journal").read_bytes()
    last = len(whole) - sum(len(encode_line(record)) for record in RECORDS[-3:])
    for size in range(last, len(whole)):
        path = tmp_path / f"{size}.journal"
        path.write_bytes(whole[:size])
        before = read_journal(path)
        aside = repair(path)
        assert (aside.read_bytes() if aside else b"") == before.torn
        assert path.read_bytes() + before.torn == whole[:size]
        with JournalWriter.reopen(path) as writer:
            writer.append([WatermarkRecord(99)])
        assert read_journal(path).records == (*before.records, WatermarkRecord(99))


def test_undamaged_journal_is_left_as_it_is_by_repair(tmp_path: Path) -> None:
    path = write_journal(tmp_path / "a.journal")
    before = path.read_bytes()
    assert repair(path) is None
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_second_torn_tail_does_not_replace_the_first(tmp_path: Path) -> None:
    path = write_journal(tmp_path / "a.journal")
    for tail in (b"one", b"two"):
        with path.open("ab") as file:
            file.write(tail)
        repair(path)
    kept = {aside.name: aside.read_bytes() for aside in tmp_path.glob("*.torn-*")}
    assert kept == {"a.journal.torn-1": b"one", "a.journal.torn-2": b"two"}


def test_torn_journal_is_not_appended_to(tmp_path: Path) -> None:
    path = write_journal(tmp_path / "a.journal")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(JournalError, match="torn bytes at its end; repair it"):
        JournalWriter.reopen(path)


def test_damage_in_the_middle_is_neither_read_nor_repaired_nor_reopened(tmp_path: Path) -> None:
    path = write_journal(tmp_path / "a.journal")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    for attempt in (read_journal, repair, JournalWriter.reopen):
        with pytest.raises(JournalCorruptError, match=r"nothing was changed\. Restore"):
            attempt(path)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_append_that_meets_a_full_disk_leaves_no_trace_and_can_be_repeated(tmp_path: Path) -> None:
    with JournalWriter.create(tmp_path / "a.journal", HEADER) as writer:
        size = writer.path.stat().st_size
        with file_size_limit(size + 100), pytest.raises(JournalStorageError, match=r"check that the disk has room"):
            writer.append(RECORDS)
        assert writer.path.stat().st_size == size
        writer.append(RECORDS)
    assert read_journal(tmp_path / "a.journal").records == RECORDS


def test_journal_that_cannot_be_begun_leaves_no_file(tmp_path: Path) -> None:
    with file_size_limit(10), pytest.raises(JournalStorageError, match="could not be written"):
        JournalWriter.create(tmp_path / "a.journal", HEADER)
    assert list(tmp_path.iterdir()) == []


def test_place_that_is_no_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalStorageError, match=r"file: the journals' directory cannot be made"):
        JournalWriter.create(tmp_path / "file" / "a.journal", HEADER)
    with pytest.raises(JournalStorageError, match="cannot be read"):
        read_journal(tmp_path / "nothing.journal")


def test_journals_sort_by_start_even_if_the_wall_clock_was_set_back(tmp_path: Path) -> None:
    times = ("2026-11-29T20:15:00+00:00", "1970-01-01T00:00:12+00:00", "1970-01-01T00:00:12+00:00")
    made = [write_journal(new_path(tmp_path, time)) for time in times]
    assert sorted(made) == made
    assert made[0].name == "match-000001-20261129T2015000000.journal"


def test_unfinished_match_is_the_last_one_only(tmp_path: Path) -> None:
    assert find_unfinished(tmp_path / "missing") is None
    first = write_journal(new_path(tmp_path, "1"))
    assert find_unfinished(tmp_path) == first
    write_journal(new_path(tmp_path, "2"), RulingRecord.of(END))
    assert find_unfinished(tmp_path) is None


def test_match_torn_in_its_last_record_is_still_found(tmp_path: Path) -> None:
    path = write_journal(new_path(tmp_path, "1"))
    path.write_bytes(path.read_bytes()[:-5])
    assert find_unfinished(tmp_path) == path


def test_file_in_which_nothing_was_kept_does_not_hide_the_match_before_it(tmp_path: Path) -> None:
    path = write_journal(new_path(tmp_path, "1"))
    new_path(tmp_path, "2").write_bytes(b"\x00" * 10)
    assert find_unfinished(tmp_path) == path


def test_damaged_last_journal_is_said_instead_of_passed_over(tmp_path: Path) -> None:
    path = write_journal(new_path(tmp_path, "1"))
    path.write_bytes(b"x" + path.read_bytes())
    with pytest.raises(JournalCorruptError):
        find_unfinished(tmp_path)


def appending_child(path: Path) -> subprocess.Popen[str]:
    script = Path(__file__).with_name("appending_child.py")
    where = {**os.environ, "PYTHONPATH": str(Path(tamsk_pi.__file__).parents[1])}
    return subprocess.Popen([sys.executable, str(script), str(path)], stdout=subprocess.PIPE, text=True, env=where)


def test_nothing_acknowledged_is_lost_when_the_writer_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    for acknowledgements in (1, 7, 40):
        path.unlink(missing_ok=True)
        with appending_child(path) as child:
            assert child.stdout is not None
            last = [int(child.stdout.readline()) for _ in range(acknowledgements)][-1]
            child.kill()
            last = max([last, *(int(line) for line in child.stdout if line.endswith("\n"))])
        kept = read_journal(path).records
        assert kept[: last + 1] == tuple(WatermarkRecord(at_ns) for at_ns in range(last + 1))
        repair(path)
        JournalWriter.reopen(path).close()


def test_journal_of_a_later_format_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    path.write_bytes(encode_line(replace(HEADER, format_version=3)))
    with pytest.raises(JournalCorruptError, match="reads format 2"):
        read_journal(path)


def test_empty_file_is_told_apart_from_a_damaged_one(tmp_path: Path) -> None:
    (tmp_path / "a.journal").write_bytes(b"")
    with pytest.raises(JournalHeaderError):
        read_journal(tmp_path / "a.journal")
