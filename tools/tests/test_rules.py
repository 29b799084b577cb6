from tools.spec.rules import abbreviated, ids, kotlin_docs, sentence


def test_a_range_names_all_of_its_rules():
    assert ids("REP-1 to REP-3, and HND-6") == ["REP-1", "REP-2", "REP-3", "HND-6"]


def test_a_title_without_its_rules():
    assert sentence("HND-6, HND-7: a claim ends the journey") == "a claim ends the journey"


def test_a_long_title_is_cut_between_words_and_its_code_closed():
    short = abbreviated("HND-6: `" + "word " * 60 + "`")
    assert len(short) < 130 and short.endswith("…`") and short.count("`") == 2


def test_comments_in_kotlin_name_rules():
    assert {"DLV-1", "REP-8", "JSON-1"} <= kotlin_docs()
