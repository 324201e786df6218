"""One line for a row of no known shape: what was looked for, what was found, and the `--fields` that would do."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from mcqa_cli.formats import openai_chat
from mcqa_cli.formats.base import TEXT_FIELDS, TEXT_PARTS, Row, lettered_golds

# Usual names, likelier ones first.
TEXT_NAMES: Final = (
    "response completion generation output prediction model_output model_response model_answer llm_output llm_response "
    "generated_text answer_text reply raw_output raw_response pred text content message messages result"
)
GOLD_NAMES: Final = (
    "expected_answer gold gold_answer correct_answer correct_option answer_key answerkey answer_letter ground_truth "
    "reference reference_answer target label correct answer answer_idx answer_index gts solution truth true_answer "
    "gold_label correct_letter right_answer"
)
OPTION_NAMES: Final = "options choices candidates alternatives standard_answer_range mc_options"
ID_NAMES: Final = "id qid question_id task_id example_id doc_id uuid idx index"
PROMPT_NAMES: Final = "prompt question input query problem instruction"
# Where nothing has a usual name: words in a path that speak for a model's text, and names that speak against it.
TEXT_WORDS: Final = "response completion generation generated output prediction reply model llm txt"
NO_TEXT_NAMES: Final = frozenset(
    f"{GOLD_NAMES} {ID_NAMES} {PROMPT_NAMES} stem context passage system explanation rationale subject category "
    "reasoning reasoning_content thinking thought "
    "finish_reason status name model model_name model_id version role type object".split()
)
BOX: Final = "\\boxed"
SHORTEST_TEXT: Final = 20  # characters; for a name that says nothing
DEEPEST: Final = 3

# Files that hold no rollouts at all, by their keys, and what to do with each.
NOT_ROLLOUTS: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (("custom_id", "body"), "these are Batch requests; grade the output file, and give this one with --inputs"),
    (("opa", "opb", "cop"), "these are raw MedMCQA questions without responses; see mcqa prepare medmcqa"),
    (("source", "error", "message", "line"), "an ungraded file of mcqa itself: mend the rows in `row` and grade those"),
    (("agent_ref", "agent_metrics"), "these are aggregate metrics of NeMo Gym; give its rollouts file"),
    (("mean/reward", "sample"), "this is a reward profile of NeMo Gym; give its rollouts file"),
    (("env_id", "rollouts_per_example"), "this is the metadata of a verifiers run; give the results.jsonl beside it"),
    (("content", "rewards", "idx"), "a NeMo-RL dump holds no gold; name fields that do with --fields text=content.0,…"),
    (("sample_score", "index"), "evalscope's reviews: try --fields text=messages,gold=target,id=sample_score.group_id"),
)  # fmt: skip


def explain_unknown(row: Row, known: Iterable[str]) -> str:
    """Say in one line why a row was not read and what to do. known: the names of the formats there are."""
    advice = no_rollouts(row)
    if advice is not None:
        return advice
    names = list(row)
    found = ", ".join(names[:20]) + (", …" if len(names) > 20 else "") if names else "none at all"
    proposed = propose(row)
    unclear = undecided(row)
    if unclear is not None:
        return f"{unclear} is not guessed: say so with --fields, perhaps {proposed}"
    looked = f"no known shape ({', '.join(known)}); keys found: {found}"
    if proposed.startswith("text="):
        return f"{looked}; try --fields {proposed}"
    nested = rows_within(row)
    if nested is not None:
        return f"{looked}; if {nested!r} holds the rows, make lines of them: jq -c '.{nested}[]' FILE | mcqa score -"
    return f"{looked}; name what the model wrote with --fields text=PATH,gold=PATH,options=PATH,id=PATH"


def rows_within(row: Row) -> str | None:
    """Return the one field that holds several objects, which may be the rows that were meant; None without one."""
    found = [
        name
        for name, value in row.items()
        if name.isidentifier()
        and isinstance(value, list)
        and len(value) > 1
        and all(isinstance(item, dict) and "role" not in item and "type" not in item for item in value)
    ]
    return found[0] if len(found) == 1 else None


def no_rollouts(row: Row) -> str | None:
    """Say what a row is and what to do with its file, where it is known to be no rollout."""
    return next((advice for keys, advice in NOT_ROLLOUTS if all(key in row for key in keys)), None)


def worth_trying(row: Row) -> str | None:
    """Return the `--fields` for a row where text, gold, and options or a prompt are plain enough to try them."""
    proposed = "" if no_rollouts(row) or undecided(row) else propose(row)
    found = {part.partition("=")[0] for part in proposed.split(",")}
    return proposed if {"text", "gold"} <= found and found & {"options", "prompt"} else None


def undecided(row: Row) -> str | None:
    """Say what a row holds twice, so that it matches no format; None where that is not why."""
    texts = [name for name in TEXT_FIELDS if isinstance(row.get(name), str)]
    if len({row[name] for name in texts}) > 1:
        return f"which of {', '.join(texts)} is the model's text"
    golds = lettered_golds(row)
    if len({row[name] for name in golds}) > 1:
        return f"which of {', '.join(golds)} is the gold answer"
    return None


def propose(row: Row) -> str:
    """Return the `--fields` that would probably read a row; without `text=` where no text is in sight."""
    places = list(walk(row, ""))
    options = pick(places, OPTION_NAMES, is_options, set())
    if options is not None:  # the label and text of an option are neither gold nor what the model wrote
        places = [place for place in places if not place[0].startswith(f"{options}.")]
    taken: set[str] = set()
    parts: list[str] = []
    wanted: tuple[tuple[str, str, Callable[[Any], bool]], ...] = (
        ("text", TEXT_NAMES, is_text),
        ("gold", GOLD_NAMES, is_gold),
        ("options", OPTION_NAMES, is_options),
        ("id", ID_NAMES, is_id),
        ("prompt", PROMPT_NAMES, is_prompt),
    )
    for name, names, fits in wanted:
        path = pick(places, names, fits, taken)
        if path and not (name == "prompt" and any(part.startswith("options=") for part in parts)):
            taken.add(path)
            parts.append(f"{name}={path}")
    if parts and not parts[0].startswith("text=") and any(part.startswith(("gold=", "options=")) for part in parts):
        text = likeliest_text(places, taken)
        parts[:0] = [f"text={text}"] if text is not None else []
    return ",".join(parts)


def walk(value: Any, path: str, depth: int = 0) -> Iterator[tuple[str, str, Any]]:
    """(path, last name, value) of every field, outer ones first.

    Of a list its only member: which of several messages, parts or samples is meant is not guessed.
    """
    if depth > DEEPEST:
        return
    items: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        items = [(str(key), item) for key, item in value.items()]
    elif isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict | list) and "role" not in value[0]:
        items = [("0", value[0])]
    for key, item in items:
        if not key or not key.isprintable() or set(key) & set(",=.; "):
            continue
        yield f"{path}{key}", key, item
    for key, item in items:
        if isinstance(item, dict | list):
            yield from walk(item, f"{path}{key}.", depth + 1)


def pick(places: list[tuple[str, str, Any]], names: str, fits: Callable[[Any], bool], taken: set[str]) -> str | None:
    """Return the first path whose last name is one of these, in their order, and whose value fits."""
    for name in names.split():
        for path, last, value in places:
            if last.lower() == name and path not in taken and fits(value):
                return path
    return None


def likeliest_text(places: list[tuple[str, str, Any]], taken: set[str]) -> str | None:
    """Return the path of what the model most likely wrote: with a box in it, else with a telling name, else longest."""
    words = frozenset(TEXT_WORDS.split())
    found = [
        (BOX in value, not words.isdisjoint(path.lower().replace("_", ".").split(".")), len(value), path)
        for path, last, value in places
        if isinstance(value, str) and path not in taken and last.lower() not in NO_TEXT_NAMES
    ]
    found = [one for one in found if one[0] or one[1] or one[2] >= SHORTEST_TEXT]
    return max(found, key=lambda one: one[:3])[3] if found else None


def is_text(value: Any) -> bool:
    """Say whether a value can be graded: a string, a response object, messages of the assistant, parts with a text."""
    if isinstance(value, dict):
        return isinstance(value.get("output"), list) or openai_chat.matches(value)
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return any(item.get("role") == "assistant" or item.get("type") in TEXT_PARTS for item in value)
    return isinstance(value, str)


def is_prompt(value: Any) -> bool:
    """Say whether a value can be a prompt: a string, or messages."""
    return isinstance(value, str) or (
        isinstance(value, list) and bool(value) and all(isinstance(item, dict) and "role" in item for item in value)
    )


def is_gold(value: Any) -> bool:
    """Say whether a value can be a gold answer."""
    return (isinstance(value, str) and len(value) <= 200) or (isinstance(value, int) and not isinstance(value, bool))


def is_options(value: Any) -> bool:
    """Say whether a value can be options."""
    if isinstance(value, list) and value and isinstance(value[0], dict) and "message" in value[0]:
        return False  # the choices of a chat completion
    return isinstance(value, list | dict | str) and bool(value)


def is_id(value: Any) -> bool:
    """Say whether a value can be an id."""
    return isinstance(value, str | int) and not isinstance(value, bool)
