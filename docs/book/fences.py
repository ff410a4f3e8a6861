"""Fences of Rust as Markdown knows them: without rustdoc's words and its hidden lines."""

import re


def on_page_markdown(markdown, **_):
    def shown(block):
        lines = block[2].splitlines(keepends=True)
        code = "".join(line for line in lines if not line.startswith("# "))
        return f"```rust\n{code}```"

    return re.sub(r"^```rust(,\w+)?\n(.*?)^```$", shown, markdown, flags=re.M | re.S)
