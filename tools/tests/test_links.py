"""Which links the check of Markdown finds broken."""

import pytest

from tools.checks.links import faults, with_folders

BROKEN = ["[a](gone.md)", "[a](b.md#nowhere)", "![a](images/gone.png)", "[a](#nowhere)", "[a]: gone.md", "[over\ntwo lines](gone.md)", "[a](../outside.md)",
          '<img src="gone.png">', '[a](gone.md "title")', "[a](b.md#twice-2)", "[`a`](gone.md)", "[a](/gone.md)", "[![a](b.md)](gone.md)",
          "| a |\n| - |\n| [a](gone.md) |", "- > [a](gone.md)"]
WHOLE = ["[a](b.md)", "[a](b.md#a-heading-of-b)", "[a](b.md#twice-1)", "[a](#here-it-is)", "[a](folder)", "[a](folder/)", "[a](https://example.com/gone.md)",
         "`[a](gone.md)`", "```\n[a](gone.md)\n```", "[a]: b.md", '<a href="b.md">', "[a](<b.md>)", "[a](folder/my%20file.txt)", "[a](/b.md)",
         "[a](doc:Gone)", "[a](b.md#named)", "``[a](gone.md) ` ``", "````\n```\n[a](gone.md)\n````"]


@pytest.mark.parametrize("text", BROKEN + WHOLE)
def test_broken_links_are_found(tmp_path, text):
    root = tmp_path / "repository"
    files = {"folder/my file.txt": "", "../outside.md": "", "page.md": f"# Here it is\n{text}\n",
             "b.md": '# A `heading`, of B\n## Twice\n## Twice\n```\n# Nowhere\n```\n<a id="named"></a>\n'}
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    known = with_folders([root / name for name in files if not name.startswith(".")], root)
    assert len(list(faults(root / "page.md", root, known))) == (text in BROKEN)
