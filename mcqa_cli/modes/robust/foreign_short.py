"""Short sentences of other languages that only name the answer: "Es la C.", "Daher ist C richtig", "选C". By language.

Left of the label stands one of the first patterns, from the start of its sentence or clause on; right of it nothing but
the second, up to the end of the sentence.
"""

import re
from typing import Final

from mcqa_cli.modes.robust.foreign_right import OWN
from mcqa_cli.modes.robust.lexicon import CLOSERS
from mcqa_cli.modes.robust.payload import Payloads, Statement, match_end
from mcqa_cli.modes.robust.phrases import compiled

_LA: Final = r"(?:l[ae] |l['’])?"
_OPTION: Final = (
    r"(?:(?:opci[oó]n|option|opção|opzione|optie|letra|lettre|lettera|alternativa|respuesta|réponse|resposta|risposta|"
    r"proposition|antwort|lösung|variante|buchstabe|antwoord|odpowiedź|odpowiedzią|вариант|ответ|пункт) )?"
)
_LEFT: Final = (
    r"(?:(?:(?<=\s)(?:bleibt nur(?: noch)?|(?:ne )?reste que|s[oó]lo queda|só resta|resta solo|rimane solo|"
    r"остаётся только|"
    rf"осталось только|pozostaje tylko|blijft alleen) (?:l?a )?{_OPTION}|只剩下?(?:选项|選項)?)|"
    r"(?:^|[.,;:—–-]\s|[,，。；：:、])\s?(?:"
    # German
    r"(?:(?:daher|also|somit|folglich|damit|deshalb|demnach|demzufolge|deswegen|dann) (?:ist|muss|bleibt(?: nur)?|"
    r"trifft)(?: nur)?|"
    r"es (?:ist|muss)|bleibt nur(?: noch)?|es bleibt nur|(?:zutreffend|korrekt) ist|es handelt sich(?: also|"
    r" somit)? um|richtig (?:ist|muss)|ich (?:würde|tippe auf|"
    r"denke|nehme)|"
    rf"(?:daher|also|somit|damit|folglich) ist die (?:korrekte|richtige|einzige|gesuchte)) (?:die )?{_OPTION}|"
    r"(?:ich bin für|(?:meiner meinung nach|wahrscheinlich) ist|(?:also|dann|daher|somit) ist es) |"
    r"(?:seule?|nur|einzig|solo|só|alleen|tylko|hanya|только|chỉ) (?:l?a )?|"
    # French
    rf"(?:donc |alors )?(?:il s['’]agit (?:donc |bien )?de|c['’]est (?:donc |bien |probablement )?|"
    rf"(?:il )?(?:ne )?reste(?: donc|"
    rf" que| seulement)?|"
    rf"j['’]opte pour|il faut (?:donc )?choisir|je (?:choisis|dirais|prends)) ?{_LA}{_OPTION}|"
    rf"ce n['’]est pas {_LA}\(?[a-z]\)?,? mais (?:bien )?{_LA}|"
    r"(?:à mon avis|selon moi|na minha opinião|secondo me|en mi opinión|meiner meinung nach|по-моему|moim zdaniem),? |"
    # Spanish, Portuguese, Italian
    r"(?:(?:así que|por eso|entonces|por (?:lo )?tanto|luego|sin duda|claramente|creo que|yo|probablemente|"
    r"provavelmente|"
    r"probabilmente|penso che|portanto|logo|então|sem dúvida|"
    r"acho que|eu|quindi|dunque|allora),? )?(?:es|sea|sia|será|debe ser|tiene que ser|se trata de|se elige|elegiría|"
    r"escogería|opto por|queda|s[oó]lo queda|é|resta|"
    r"só resta|"
    r"sobra|escolho|escolheria|marco|marcaria|deve ser|trata-se d[ae]|è|rimane|resta solo|rimane solo|"
    r"si tratta della|si tratta di|"
    r"scelgo|sceglierei|direi|opto per) "
    rf"(?:l?a )?{_OPTION}|así que (?:la )?|logo, (?:a )?|"
    r"(?:la |a |l['’])?(?:seule|única|unica|sola) (?:[^\W\d_]{3,14} ){0,2}(?:est|es|é|è) (?:l?a )?|"
    # Dutch, Polish, Russian
    rf"(?:dus |daarom |dan )?(?:het is|is het|waarschijnlijk is het|ik denk dat het|het moet|blijft(?: alleen)?|"
    rf"ik ga voor) (?:dus )?{_OPTION}|"
    rf"(?:więc |zatem |że )?(?:to|pozostaje|zostaje|zaznaczam) (?:tylko )?{_OPTION}|"
    rf"(?:значит,? |поэтому |итак,? |следовательно,? )?(?:оста[её]тся|выбираем) (?:только |лишь )?{_OPTION}|"
    rf"вер(?:ен|на) {_OPTION}|это (?:может быть|должен быть) (?:только )?|подходит (?:только )?|правильно[:—-] ?|"
    r"(?:ni|nem|né|ani|weder|не) \(?[a-z]\)?,? (?:ni|nem|né|ani|noch|не) \(?[a-z]\)?,? (?:mais|mas|ma|tylko|lecz|"
    r"sino|sondern|а) |"
    # Thai
    r"(?:ดังนั้น)?\s?(?:จึง)?(?:เลือก|ตอบ)\s?(?:ข้อ|ตัวเลือก)?\s?|(?:ข้อ|ตัวเลือก)\s?|"
    # Chinese
    r"(?:(?:因此|所以|故|综上|綜上|可知|应该?|應該?|我|只能|只有|最终|最終|最后|最後|本题|本題|此题|此題)[，,]?){0,3}"
    r"(?:答案|不得不选|是|很可能是|选择?|選擇?|选项|選項|我?认为是?|我?認為是?|最(?:合适|合適|符合|恰当|恰當|准确|"
    r"準確|佳|"
    r"接近)(?:题意)?的?(?:选项|選項|答案)?[是为為]|"
    r"只剩下?|即[是为為]?(?:选项|選項)?|因此[是为為]|所以[是为為]|故[是为為]|[应應][是为為]|(?:所以|因此|因而|"
    r"故)[，,]|解[：:]|结论[：:]|"
    r"結論[：:]|答[：:])\s?|"
    # Japanese, Korean
    r"(?:私は|僕は|よって|ゆえに|従って|したがって|つまり|だから|以上より|答|正答は?)[、:：]?\s?|"
    r"(?:저는|나는|따라서|그러므로|옵션|선택지|보기)\s?(?:옵션\s|선택지\s)?))[(（*_\"“「『\[【]{0,6}$"
)
_ENDS: Final = (
    r"\s{0,2}(?:[.。!！]|\s{0,3}$|\n|(?:[,，]\s?|\s)(?:因为|因為|由于|weil|da|denn|car|parce|puisque|porque|pues|"
    r"ya que|"
    r"pois|perché|"
    r"poiché|omdat|bo|ponieważ|так как|потому|поскольку|vì|karena)(?![a-z]))"
)
_RIGHT: Final = (
    r"(?:,? (?:richtig|korrekt|zutreffend|sein|übrig|zu|wählen|nehmen|zijn|over|is|convient|yang benar|que queda|"
    r"die (?:richtige|korrekte|beste|gesuchte) (?:antwort|lösung|option|wahl|möglichkeit))|"
    r"\s?(?:ถูกต้อง|ถูก|เป็นคำตอบที่ถูกต้อง)|を(?:選びます|選択します|選ぶ|選択する|選択|選びました)|번(?:입니다|이다)?|"
    r"이다|입니다)?" + _ENDS
)
# Where nothing stands left of the label, something must stand right of it.
_SAID: Final = (
    r"(?:を(?:選びます|選択します|選ぶ|選択する|選択|選ぶのが正しい|選ぶべき(?:です|だ|である))|が(?:当てはまる|"
    r"当てはまります|該当します)|번(?:입니다|이다)?|选项|選項)" + _ENDS + r"|\s?(?:ถูกต้อง|ถูก)" + _ENDS
)
_GERMAN: Final = ("trifft ", "würde ", "muss ")


def short(response: Payloads, left: str, at: int, label: str, stop: int) -> Statement | None:
    """The statement of a short sentence that only names this label at [at, stop); None where it is none."""
    low, text, end = response.low, response.text, response.end
    if not text[at].isupper() and text[at].isascii():
        return None
    closed = match_end(CLOSERS, low, stop, end)
    own: re.Pattern[str] = compiled(OWN)
    after = match_end(own, low, closed, end)
    left_of: re.Pattern[str] = compiled(_LEFT)
    bare = not left.strip(' \n(*_"“「')
    if not bare and left_of.search(left) is None:
        return None
    said: re.Pattern[str] = compiled(_SAID if bare else _RIGHT)
    right = said.match(low, closed if bare else after, end)
    if right is None and (bare or not response.texts.own(label, text, closed, end)):
        return None
    ended = right[0].rstrip(" .!。！\n") if right else ""
    if left.endswith(_GERMAN) != ended.endswith((" zu", " wählen", " nehmen", " sein")):
        return None
    return Statement("label", label, at, at, stop, min(after + len(ended), end), "sentence", closing=True)
