import pytest

from tools.spec.canonical import canonical, parse


@pytest.mark.parametrize(("value", "written"), [
    ({"b": 1, "a": [True, False]}, '{"a":[true,false],"b":1}'),
    ("\x00\t\"\\\u007fé", '"\\u0000\\t\\"\\\\\u007fé"'),
    (-9_007_199_254_740_991, "-9007199254740991"),
    # By UTF-16 code units U+1F600 (D83D DE00) comes before U+FF5E, though its scalar is greater.
    ({"\uff5e": 1, "\U0001f600": 2}, '{"\U0001f600":2,"\uff5e":1}'),
])
def test_the_canonical_form(value, written):
    assert canonical(value) == written
    assert parse(written) == value


@pytest.mark.parametrize("value", [1.5, None, {"a": None}, [float("nan")]])
def test_what_has_no_canonical_form(value):
    with pytest.raises(ValueError, match="has no canonical form"):
        canonical(value)


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', "1.0", "1e3", "NaN", "-Infinity", "[1,]", b"\xff", ""])
def test_what_is_refused(text):
    with pytest.raises(ValueError):
        parse(text)
