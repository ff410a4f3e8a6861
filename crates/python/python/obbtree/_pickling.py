"""What pickles call to make things again."""

from typing import Any, Callable, Dict


def called(function: Callable[..., Any], keywords: Dict[str, Any]) -> Any:
    """``pickle`` gives arguments by place alone; this gives them by name."""
    return function(**keywords)
