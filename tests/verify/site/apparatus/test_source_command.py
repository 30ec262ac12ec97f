import json
from pathlib import Path

import pytest

from tests.verify.site.apparatus.samples import SENTENCES, digest, text_of, write_manifests
from verify.site.apparatus.align import Agreement, compare, find, read_text
from verify.site.apparatus.source_command import main

PROBE = [locus for locus in SENTENCES if locus.startswith("probe.")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_manifests(tmp_path / "docs" / "sources")
    (tmp_path / "pyproject.toml").write_text("[tool.verify]\n")
    return tmp_path


def run(project: Path, text: str | bytes, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    file = project / "mine.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    status = main([str(file), "--root", str(project), *more])
    out = capsys.readouterr()
    return status, (out.out + out.err).replace(f"{file}", "mine.txt")


def test_the_very_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = run(project, text_of("probe"), capsys)
    assert status == 0
    assert said == "mine.txt: the text of probe translated here, byte for byte\n"


def test_line_breaks_do_not_matter(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = run(project, "\ufeff" + text_of("probe").replace(" ", " \n\t"), capsys)
    assert status == 0
    assert "all 6 sentences agree" in said


def test_windows_1251_is_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = run(project, text_of("probe").encode("cp1251"), capsys)
    assert status == 0
    assert "Windows-1251" in said


def test_departures_are_told_sentence_by_sentence(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = text_of("probe").splitlines()
    lines[1] = lines[1].replace("восемь", "девять")
    lines[2] = lines[2].replace("«колоды»", "“колоды”")
    del lines[4]
    lines.insert(1, "Этого предложения в источнике нет.")
    status, said = run(project, "\n".join(lines), capsys)
    assert status == 1
    assert said.splitlines() == [
        "mine.txt: a copy of probe: 3 of 6 sentences agree",
        "mine.txt:2: probe.deal.1, probe.deal.2 depart: the file has: " + said.splitlines()[1].partition("has: ")[2],
        "mine.txt:6: probe.play.2 is missing",
    ]


def test_one_word_is_found(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = run(project, text_of("probe").replace("восемь карт", "девять карт"), capsys)
    assert status == 1
    assert "mine.txt:2: probe.deal.1 departs: the file has: Сдатчик кладёт" in said
    assert said.count("\n") == 2


@pytest.mark.parametrize(
    ("old", "new", "form"),
    [("«колоды»", '"колоды"', "quotation marks"), ("—", "-", "dashes"), ("колоды", "коло\u00adды", "soft hyphens")],
)
def test_a_form_is_no_departure(
    project: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, form: str
) -> None:
    status, said = run(project, text_of("probe").replace(old, new), capsys)
    assert status == 1
    assert f"probe.deal.2 agrees except for its {form}" in said


def test_added_words_are_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = run(project, text_of("probe") + "Конец.\n", capsys)
    assert status == 1
    assert "mine.txt:7: words that are in no sentence of the source: Конец." in said


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x00\x01", "not text"),
        (b"", "not a copy of a source"),
        ("Совсем другая книга о других вещах.".encode(), "not a copy of a source"),
    ],
)
def test_what_cannot_be_compared(project: Path, capsys: pytest.CaptureFixture[str], data: bytes, says: str) -> None:
    status, said = run(project, data, capsys)
    assert status == 2
    assert says in said


def test_a_missing_file_and_an_unknown_source(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nowhere.txt", "--root", str(project)]) == 2
    assert "No such file" in capsys.readouterr().err
    status, said = run(project, text_of("probe"), capsys, "--source", "prob")
    assert status == 2
    assert "did you mean 'probe'" in said


def test_json(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = run(project, text_of("second"), capsys, "--json")
    data = json.loads(said)
    assert (status, data["source"], data["same_file"], data["counts"]["agrees"]) == (0, "second", True, 1)


def test_sentences_out_of_order_depart() -> None:
    loci = [(locus, digest(SENTENCES[locus][1])) for locus in PROBE]
    texts = [SENTENCES[locus][1] for locus in PROBE]
    passages = compare("\n".join([*texts[2:], *texts[:2]]), loci)
    agreeing = [passage.loci[0] for passage in passages if passage.agreement is Agreement.AGREES]
    assert agreeing == PROBE[2:]
    assert [passage.agreement for passage in passages if passage.loci and passage.loci[0] in PROBE[:2]] == [
        "missing",
        "missing",
    ]


def test_a_repeated_sentence_is_found_for_both_loci() -> None:
    one = digest("Обмена нет.")
    found = find(["Обмена", "нет.", "И", "снова:", "Обмена", "нет."], {"x.a.1": one, "x.a.2": one})
    assert [match.locus for match in found] == ["x.a.1", "x.a.2"]


def test_utf_16_is_read_by_its_mark() -> None:
    assert read_text("да".encode("utf-16")) == ("да", "utf-16")
