"""The words that `robust` knows: what leads to an answer, away from one, or past it. Data only.

All patterns are matched on the lower-cased text, at a known place, with bounded repeats: none can take more than
linear time. A cue is a *stem* (found by plain string search) and a pattern that starts there and ends where the answer
itself must stand.
"""

import re
from re import Pattern
from typing import Final

# ------------------------------------------------------------------------------------------------ reasoning and regions

THINK_OPENERS: Final = ("<think>", "<thinking>", "<thought>", "<reasoning>", "<scratchpad>", "◁think▷", "[think]")
THINK_CLOSERS: Final = (
    "</think>",
    "</thinking>",
    "</thought>",
    "</reasoning>",
    "</scratchpad>",
    "◁/think▷",
    "[/think]",
)
FINAL_CHANNEL: Final = "<|channel|>final<|message|>"

# Line starts with which a response that already gave its answer goes on to an invented next question or turn.
NEXT_QUESTION: Final[Pattern[str]] = re.compile(
    r"\n(?:[ \t#*>-]{0,8}(?:(?:next |new |another |follow-?up )?"
    r"(?:question|problem|exercise|pregunta|frage|domanda|pergunta|вопрос|问题|問題|题目|題目|문제|سؤال|प्रश्न|প্রশ্ন)"
    r"[ \t]*(?:#?[ \t]*\d{1,4})?[ \t*_]{0,4}(?:[:：.)\]]|\n|$)"
    r"|q\d{0,3}[:.)]|(?:human|user|instruction|input|student)[ \t]*:)"
    r"|#{2,4}[ \t]*(?:instruction|input|user|question))"
)
TURN_MARKS: Final[Pattern[str]] = re.compile(
    r"<(?:\|(?:im_start|im_end|endoftext|eot_id|start_header_id|end_of_text|user)\|>|/s>|eos>|end_of_turn>)"
)

# ------------------------------------------------------------------------------------------------------ round an answer

_LATEX_WRAP = (
    r"\\(?:text(?:bf|it|rm|sf|tt|normal)?|math(?:rm|bf|it|sf|bb|cal|tt)|boldsymbol|bm|boxed|fbox|framebox|mbox|hbox|"
    r"operatorname\*?|bf|rm|it|large|huge|displaystyle|color\{\w{1,12}\}|left|right|bigl?|bigr?)(?![a-z])"
)
# What may stand between a cue and the answer, or open a wrapper round it.
OPENERS: Final[Pattern[str]] = re.compile(
    rf"(?:[\s*_`\"'“”„‘’«»‹›「『【〈《（［｛(\[{{<>|$~:：=#➡→⇒✅☑✔👉\u200b-\u200f\u2060\ufeff\u00a0،,—–-]|"
    rf"\\[(\[,;:! ]|{_LATEX_WRAP}){{0,40}}"
)
CLOSERS: Final[Pattern[str]] = re.compile(
    r"(?:[)\]}*_`\"'“”’»›」』】〉》）］｝$~|>\u200b-\u200f\u2060\ufeff]|\\[)\]}]){0,24}"
)

_NOUNS = (
    r"options?|choices?|letters?|answers?|alternatives?|selection|statement|number|case|item|label|variant|response|"
    r"opción|opcion|opção|opcao|letra|alternativa|inciso|réponse|reponse|lettre|proposition|proposta|antwort|buchstabe|"
    r"variante|möglichkeit|risposta|opzione|lettera|scelta|antwoord|optie|letter|odpowiedź|opcja|litera|şık|seçenek|"
    r"đáp án|phương án|lựa chọn|câu|pilihan|opsi|huruf|jawaban|respuesta|resposta|"
    r"вариант|ответ|буква|пункт|вариантом|варианту|选项|選項|答案|选择|選擇|第|選択肢|選択|記号|보기|선택지|답|번호|"
    r"विकल्प|उत्तर|বিকল্প|উত্তর|الخيار|خيار|الحرف|حرف|الإجابة|ข้อ|ตัวเลือก|คำตอบ"
)
_ADJECTIVES = (
    r"correct|right|best|final|most appropriate|most likely|most accurate|appropriate|true|only|closest|nearest|valid|"
    r"correcta|correct[ao]|certa|richtige[nrs]?|korrekte[nrs]?|bonne|correcte|giusta|corretta|juiste|"
    r"правильный|верный|正确|正確|最佳|正しい|सही|সঠিক"
)
_FILLERS = (
    r"clearly|definitely|certainly|surely|obviously|evidently|indeed|simply|just|actually|in fact|most likely|most probably|"
    r"likely|probably|therefore|thus|hence|then|so|still|again|now|of course|really|most definitely|undoubtedly|"
    r"most certainly|best represented by|best described by|given by|represented by|found in|listed as|labell?ed|as follows|"
    r"closest to|nearest to|equal to|equivalent to|that of|following|i think|i believe|i would say|i'd say|i say|"
    r"claramente|sin duda|por lo tanto|eindeutig|also|wohl|wahrscheinlich|sicher|donc|clairement|sans doute|probablement|"
    r"quindi|sicuramente|portanto|com certeza|probablemente|"
    r"none other than|nothing (?:other than|but)|no other than|"
    r"الصحيحة|الصحيح|скорее всего|это|очевидно|безусловно|应该是|應該是|应该|應該|显然|顯然|很可能|たぶん|おそらく|"
    r"হলো|হল|হচ্ছে|होगा|है|هو|هي|هى"
)
_ARTICLES = r"the|an?|la|el|las|los|le|les|die|der|das|den|dem|lo|il|o|a|os|as|de|het|l['’]"
# Words between a cue and the answer that name no answer themselves; group 1 when a word like "option" was among them.
LEAD: Final[Pattern[str]] = re.compile(
    rf"(?:(?:(?:{_FILLERS})(?![a-z])[\s,:]{{0,4}}|(?:(?:{_ARTICLES})\s{{1,4}}|l['’])?(?:(?:{_ADJECTIVES})\s{{0,3}})?"
    rf"({_NOUNS})(?![a-z])\s{{0,3}}(?:(?:is|no\.?|number|ist|est|es|é|è|是|为|為)(?![a-z])|[#:：])?[\s*_`\"'“「(（\[]{{0,6}}){{1,4}}"
    rf"|(?:{_ARTICLES})\s{{1,4}})"
)
# What turns the following letter into a rejected one.
NEGATED: Final[Pattern[str]] = re.compile(
    r"(?:definitely |certainly |clearly |probably |surely |likely |simply |actually )?"
    r"(?:not(?![a-z])|n['’]t(?![a-z])|never|neither|nor(?![a-z])|cannot|can['’]?t|isn['’]t|anything but|other than|"
    r"rather than|no(?= (?:es|sea|la|el|é|a)(?![a-z]))|nicht|kein|pas(?![a-z])|n['’]est pas|não|non(?![a-z])|niet|nie(?![a-z])|"
    r"değil|không|bukan|не(?![а-я])|不是|不为|不為|並非|并非|不|非|ではな|じゃな|아니|ليس|لا(?![ء-ي])|नहीं|নয়|ไม่)"
)
BOTH: Final[Pattern[str]] = re.compile(
    r"(?:both|either|between|any of|one of|all of|beide|sowohl|entweder|ambas?|tanto|entre|soit|les deux|sia|oba|"
    r"или|либо|либо|要么|要麼|或者)(?![a-z])[\s:]{0,3}"
)
NONE_OF: Final[Pattern[str]] = re.compile(
    r"(?:none\b|nothing\b|not (?:listed|among|in|one|any|available|present|given|provided|shown|here)|no (?:option|choice|"
    r"correct|answer|valid|suitable|single)|n/a\b|keine? der|ningun[ao]|aucune?|nessun[ao]|nenhum[a]?|"
    r"ни один|ничего|以上都不|都不|无正确|無正確|なし|該当なし|없음|없|لا شيء|कोई नहीं)"
)
LIST_WORD: Final = (
    r"(?:or|and|und|oder|o|u|y|e|ou|et|of|en|lub|i|veya|ve|hoặc|và|atau|dan|или|и|أو|و|या|और|বা|এবং|หรือ|และ|"
    r"and/or|as well as|plus|vs\.?|versus)"
)
LIST_SEPARATOR: Final[Pattern[str]] = re.compile(
    rf"[\s,(]{{0,4}}(?:\\text\{{)?\s{{0,3}}(?:(?:[/&+|、，,;；]|或者|或|和|及|与|與|や|と|または|또는|와|과|혹은|및)\s{{0,3}})?(?:{LIST_WORD}\s{{1,4}})?"
    rf"(?:(?:possibly|maybe|perhaps|potentially|probably|also|even|both)\s{{1,3}})?(?:\}}\s{{0,3}})?"
)
# What may follow a letter that is meant as an answer, after white space, where the letter has no wrapper.
CONNECTIVE: Final[Pattern[str]] = re.compile(
    r"(?:because|since|as|for|due|given|which|where|that|who|is|was|with|but|not|based|although|though|while|whereas|"
    r"rather|instead|over|according|by|in this|in the|in both|from the|on|here|only|again|and (?!so)|so|if|when|after|"
    r"has|had|does|says|describes|states|gives|explains|matches|fits|shows|contains|refers|means|reflects|represents|captures|"
    r"corresponds|applies|follows|would|will|can|"
    r"considering|assuming|per|thanks|option|choice|being|among|out of|final|overall|then|hence|therefore|thus|"
    r"answer|explanation|reason(?:ing)?|confidence|this|these|it|they|we|the|their|its|to this|to the|of the|at the|at|"
    r"porque|pues|ya que|pois|car|parce|puisque|comme|weil|da|denn|perché|poiché|omdat|want|ponieważ|bo|çünkü|vì|karena|"
    r"sebab|non|nicht|no|não|pas|niet|nie|değil|ist|est|es|é|è|jest|adalah|là|mais|pero|mas|aber|ma|и не|а не|не|так|"
    r"потому|поскольку|şıkkı|şıkkıdır|seçeneği|"
    r"i think|i believe|i guess|i am|i'm|right\b|correct\b)(?![a-z])"
)
# The narrow list for the letters that are also words of their own.
CONNECTIVE_WORDLIKE: Final[Pattern[str]] = re.compile(
    r"(?:because|since|due|given|as (?:the|it|this|that|they|only)|for (?:the|this)|which|is (?:the|correct|right|my|best|true)|"
    r"based|although|though|whereas|rather|instead|porque|pois|ya que|car|parce|puisque|weil|denn|perché|poiché|omdat|"
    r"ponieważ|çünkü|vì|karena|потому|поскольку|(?:and )?not|nicht|pas|non|não)(?![a-z])"
)
# After a letter: it is called wrong, or only supposed.
REFUTED: Final[Pattern[str]] = re.compile(
    r"[\s,]{0,3}(?:\(?(?:is|was|are|seems?|looks?|would be|can be|could be|must be|may be|might be|would|might|could)\s{1,3})"
    r"(?:also |clearly |obviously |definitely |the |an? |simply |therefore |just |thus |hence |not )?"
    r"(?:not(?![a-z])|n['’]t|in?correct(?<=incorrect)|wrong|false|ruled|excluded|eliminated|out(?![a-z])|invalid|untrue|naive|"
    r"tempting|usual trap|trap|decoy|distractor|mistake|error|unlikely|impossible|too |irrelevant|misleading|"
    r"be (?:the )?(?:naive|obvious|tempting|wrong|incorrect|mistake|first))"
    r"|[\s,]{0,3}(?:isn['’]t|wasn['’]t|cannot|can['’]t|doesn['’]t|does not|fails|was my first|would have been|is out(?![a-z]))"
)

# "Not A, but B": where the answer stands after a rejected letter.
NOT_BUT: Final[Pattern[str]] = re.compile(
    r"[^\n.;:]{0,40}?[\s,]{1,2}(?:but(?: rather)?|rather|instead|sondern|sino|mais|mas|ma|bensì|maar|lecz|ale|а|но)\s{1,3}(?!not |nicht |no )"
    r"|[^\n。；]{0,20}?而是"
)

# ------------------------------------------------------------------------------------------------ the sentence round it

# Left of a cue, in its own sentence: the statement is quoted, supposed, denied or an instruction.
UNSTATED: Final[Pattern[str]] = re.compile(
    r"(?<!\bi )(?<!\bwe )(?:might|may|could|would|will|tempted to|tend to|often|wrongly|mistakenly|naively|incorrectly) "
    r"(?:think|say|guess|assume|believe|argue|conclude|suspect|claim|pick|choose|select|answer|expect)"
    r"|\btempting|(?<!i am )(?<!i'm )(?<!i feel )\btempted|\b(?:if|whether|unless|were|had|suppose|imagine|doubt|deny)"
    r" (?:that )?(?:the |it |my )?(?:correct |right |final |best )?$"
    r"|\b(?:do not|don['’]t|cannot|can['’]t|couldn['’]t|not|never|hardly|without) "
    r"(?:\w+ ){0,2}(?:think|believe|say|said|conclude|know|tell|sure|certain|agree|mean|true|claim|clear|determine)"
    r"|\b(?:students|people|someone|some|many|others|textbook|you) (?:\w+ ){0,2}(?:say|think|claim|believe|guess|argue|pick|choose|answer)"
    r"|\b(?:e\.g\.|for example|for instance|such as|in the form|of the form|required form|the format|answer format|format is|"
    r"format:|was asked|am asked|are asked|told to|instruct|template|placeholder|should look like|must look like|"
    r"(?<!\bwe )(?<!\bi )(?:should|must|has to|have to|needs to|need to|please|will|shall) (?:\w+ ){0,3}(?:end|write|finish|respond|reply|print|put|state|output|conclude|"
    r"give|answer|use|type|produce|be written|be stated|be given|say|format|submit|enclose|contain)(?![a-z]))"
    r"|\b(?:not|n['’]t) (?:that |because |say |mean |the case that )?(?:the |my |a )?(?:correct |right |final |best )?$"
    r"|\b(?:at first|initially|originally|first guess|first thought|first impression|quick guess|earlier)(?![a-z])"
    r"|\b(?:only if|would be|were to be|could only be) $"
    r"|\b(?:no (?:reason|evidence|proof|basis|sign|indication)|nothing (?:suggests|shows|says|proves|supports)|"
    r"(?:wrong|incorrect|false|mistaken|untrue|a mistake|an error) (?:to|that|if))\b"
)
# After a statement: the writer takes it back.
RETRACTION: Final[Pattern[str]] = re.compile(
    r"(?:\bwait\b(?! (?:time|until|for|staff|list))|\bscratch that|\bon second thought|\bcorrection\b|\boops|\bmy mistake|"
    r"\bi (?:made an? (?:mistake|error)|was wrong|was mistaken|misread|stand corrected|take that back)|\blet me (?:reconsider|correct|re-?think|"
    r"re-?evaluate)|\bno, (?:that|this|it)(?:['’]s| is| was)(?: not| wrong| incorrect)|\bhmm|\bactually\b|\bstrike that)"
)
DISOWNED: Final[Pattern[str]] = re.compile(
    r"(?:wrong|incorrect|mistake|error|not right|not correct|isn['’]t right|does not|doesn['’]t|not match|not hold|off\b|fails|"
    r"not sure|unsure|cannot decide|can['’]t decide|don['’]t know|do not know|scratch that|take that back|strike that|"
    r"misread|stand corrected|oops)"
)

# ---------------------------------------------------------------------------------------------------------------- cues

_BE = r"(?:(?:seems|appears|looks|turns out|happens|is likely|is going|ought|has|must|needs|proves) to be|is|are|was|be|becomes|remains|would be|will be|should be|must be|has to be|seems|lies in|=|equals)"
# Each alternative starts with a set of characters: that is what makes the search for it quick.
_JOIN = rf"(?:[\s*_)\"'”’\]`]{{1,4}}{_BE}(?![a-z])|[:：=→⇒➡—–]|-(?:>|(?= ))|=>)"
_BE_LATIN = (
    r"(?:ist|sind|lautet|wäre|es|son|sería|seria|est|sont|serait|é|e|è|é a|jest|to|is|är|er|on|este|là|adalah|ialah|=)"
)
_JOIN_LATIN = rf"(?:[\s*_)\"'”’\]`]{{1,4}}{_BE_LATIN}(?!\w)|[:：=→⇒—–]|-(?:>|(?= ))|=>)"


def _noun(stem: str, gap: int = 60) -> Pattern[str]:
    """A noun like "answer", some words of the same sentence, then a verb of being or a colon."""
    return re.compile(rf"{stem}[^.?!\n:：;=]{{0,{gap}}}?{_JOIN}")


def _latin(stem: str) -> Pattern[str]:
    """The same in another Latin language; without a verb, the answer must follow at once in a wrapper."""
    return re.compile(rf"{stem}[^.?!\n:：;=]{{0,50}}?{_JOIN_LATIN}")


def _script(stem: str) -> Pattern[str]:
    """In scripts without Latin letters the answer is the first letter of a few words, verb or not."""
    return re.compile(
        rf"{stem}(?:[^\n.。;；a-z0-9？?（(]{{0,24}}?(?:[:：]\s{{0,3}}|(?=[*_`\"'“”「『【（(\[$\\a-z0-9\uff21-\uff5a]))|\s{{0,3}})"
    )


_QUALIFIED = (
    r"(?:correct|right|best|closest|nearest|final|appropriate|likely|accurate|suitable|matching|only|my|selected|chosen|"
    r"preferred|plausible|reasonable|valid|true|remaining|logical|good|better|one|fitting|consistent|possible|viable|our)"
)

# Strong cues: whoever writes one of these is naming an answer. (stem, pattern, name of the check on its left side)
STRONG: Final[tuple[tuple[str, Pattern[str], str], ...]] = (
    ("answer", _noun(r"answers?(?:['’]s)?"), "answer"),
    ("option", _noun(r"options?"), "qualified"),
    ("choice", _noun(r"choices?"), "qualified"),
    ("correct", re.compile(rf"correct(?:ly)?[\"'*_]{{0,3}}(?:[ \t]\w{{1,15}}){{0,4}}?[ \t]{{0,2}}{_JOIN}"), "word"),
    ("closest", re.compile(rf"closest (?:[\w' ]{{1,50}}?{_JOIN}|to )"), "word"),
    ("nearest", re.compile(rf"nearest (?:[\w' ]{{1,50}}?{_JOIN}|to )"), "word"),
    ("choos", re.compile(r"choos(?:e|ing)\s(?:for\s)?"), "verb"),
    ("chose", re.compile(r"chosen?\s(?:option\s|answer\s)?"), "verb"),
    ("select", re.compile(r"select(?:ed|ing|s|ion)?(?:\s?[:：]|\s)(?:is\s)?"), "verb"),
    ("pick", re.compile(r"(?<![a-z])picks?(?:ed|ing)?(?:\s?[:：]|\s)(?:is\s|would be\s)?"), "verb"),
    ("go with", re.compile(r"go with\s"), "verb"),
    ("go for", re.compile(r"go for\s"), "verb"),
    ("going with", re.compile(r"going with\s"), "verb"),
    ("opt for", re.compile(r"opt for\s"), "verb"),
    ("settle on", re.compile(r"settle on\s"), "verb"),
    ("'d say", re.compile(r"'d say\s"), "word"),
    ("would say", re.compile(r"would say\s"), "word"),
    ("vote", re.compile(r"vote (?:is|goes to|for)\s"), "word"),
    (
        "final",
        re.compile(
            r"final(?:ly)?(?: (?:verdict|result|decision|response|selection|pick|solution|conclusion|guess))?\s?[:：]"
        ),
        "word",
    ),
    ("ans", re.compile(r"ans(?:\s?[:：]|\.\s?[:：]?)"), "word"),
    ("key", re.compile(r"key\s?[:：]"), "word"),
    ("result", re.compile(r"result[*_\"']{0,3}\s?[:：]"), "word"),
    ("output", re.compile(r"output[*_\"']{0,3}\s?[:：]"), "word"),
    ("letter", re.compile(r"letter[*_\"']{0,3}\s?[:：]"), "word"),
    ("verdict", re.compile(rf"verdict\s{{0,2}}{_JOIN}"), "word"),
    ("guess", re.compile(rf"guess(?:\s{{0,2}}{_JOIN}|\s(?=[(*\"'a-z]))"), "verb"),
    ("solution", re.compile(rf"solution\s{{0,2}}{_JOIN}"), "word"),
    ("conclusion", re.compile(rf"conclusion\s{{0,2}}{_JOIN}"), "word"),
    ("response", re.compile(rf"response[*_\"']{{0,3}}\s{{0,2}}{_JOIN}"), "word"),
    ("prediction", re.compile(rf"prediction[*_\"']{{0,3}}\s{{0,2}}{_JOIN}"), "word"),
    ("decision", re.compile(rf"decision[*_\"']{{0,3}}\s{{0,2}}{_JOIN}"), "word"),
    ("lean", re.compile(r"lean(?:ing)? (?:towards?|to)\s"), "word"),
)

STRONG_LATIN: Final[tuple[tuple[str, Pattern[str], str], ...]] = tuple(
    (stem, _latin(pattern), "noun")
    for stem, pattern in (
        ("respuesta", r"respuestas?"),
        ("opci", r"opci[oó]n(?: correcta| adecuada)"),
        ("réponse", r"réponses?"),
        ("reponse", r"reponses?"),
        ("proposition", r"proposition (?:correcte|exacte)"),
        ("bonne", r"bonne (?:option|solution|proposition|lettre)"),
        ("antwort", r"antwort(?:en|möglichkeit|option)?"),
        ("lösung", r"lösung"),
        ("richtig", r"richtige? (?:option|wahl|lösung|ist)?"),
        ("resposta", r"respostas?"),
        ("alternativa", r"alternativa(?: correta| certa| correcta)?"),
        ("opç", r"opção(?: correta| certa)?"),
        ("risposta", r"rispost[ae]"),
        ("opzione", r"opzione(?: corretta| giusta)"),
        ("antwoord", r"antwoord(?:en)?"),
        ("odpowied", r"odpowied[źz]i?"),
        ("odpověď", r"odpověď"),
        ("cevap", r"cevap(?:ı|lar)?"),
        ("gabarito", r"gabarito"),
        ("solución", r"solución"),
        ("solución", r"solucion"),
        ("soluzione", r"soluzione"),
        ("solução", r"solução"),
        ("výsledek", r"výsledek"),
        ("vastaus", r"vastaus"),
        ("válasz", r"(?:a )?válasz"),
        ("yanıt", r"yanıt(?:ı)?"),
        ("şık", r"doğru şık"),
        ("đáp án", r"đáp án"),
        ("câu trả lời", r"câu trả lời"),
        ("jawaban", r"jawaban(?:nya)?"),
        ("pilihan", r"pilihan (?:yang )?(?:benar|tepat)"),
        ("svar", r"(?<![a-z])svare?t?"),
        ("răspuns", r"răspuns(?:ul)?"),
        ("correcta", r"correcta"),
        ("correta", r"correta"),
        ("corretta", r"corretta"),
        ("correcte", r"correcte"),
    )
) + tuple(
    (stem, re.compile(pattern), "word")
    for stem, pattern in (
        ("elijo", r"elijo\s"),
        ("escojo", r"escojo\s"),
        ("selecciono", r"selecciono\s"),
        ("me quedo con", r"me quedo con\s"),
        ("choisi", r"choisi(?:s|rais|t)?\s"),
        ("wähle", r"wähle\s"),
        ("entscheide", r"entscheide mich für\s"),
        ("nehme", r"nehme\s"),
        ("escolho", r"escolho\s"),
        ("fico com", r"fico com\s"),
        ("scelgo", r"scelgo\s"),
        ("kies", r"(?<![a-z])kies\s"),
        ("wybieram", r"wybieram\s"),
        ("chọn", r"chọn[\s:]"),
        ("memilih", r"memilih\s"),
        ("pilih", r"(?<![a-z])pilih\s"),
        ("işaretli", r"işaretli\w*\s"),
        ("por lo tanto", r"por lo tanto,?\s(?:es\s)?(?:la\s)?(?:opci[oó]n\s)?"),
        ("cevab", r"cevab(?:ı|ım)[^.?!\n]{0,20}?(?:[:：]|\s)"),
        ("doğru cevap", r"doğru cevap\s"),
        ("doğru yanıt", r"doğru yanıt\s"),
        ("doğru seçenek", r"doğru seçenek\s?:?\s?"),
    )
)

STRONG_SCRIPT: Final[tuple[tuple[str, Pattern[str], str], ...]] = tuple(
    (stem, _script(pattern), "script")
    for stem, pattern in (
        ("答案", "答案"),
        ("答え", "答え"),
        ("答：", "答"),
        ("答:", "答"),
        ("正解", "正解"),
        ("解答", "解答"),
        ("回答", "回答"),
        ("正しい", "正しい(?:選択肢|答え|もの|記述)?"),
        ("正确", "正确(?:的)?(?:选项|说法|选择|一项)?"),
        ("正確", "正確(?:的)?(?:選項|說法|選擇|一項)?"),
        ("选", "选(?!项(?:中|里|都|有))"),
        ("選", "選(?!項(?:中|裡|都|有)|択肢(?:の|を|が|に))"),
        ("정답", "정답"),
        ("답은", "답은"),
        ("답:", "답"),
        ("답변", "답변"),
        ("ответ", "ответ(?:ом|ы|а)?"),
        ("правильн", r"правильн\w{2,3}(?: вариант\w{0,3}| ответ\w{0,2})?"),
        ("верн", r"(?<!не)верн\w{2,3}(?: вариант\w{0,3}| ответ\w{0,2})?"),
        ("выбираю", "выбираю"),
        ("выберу", "выберу"),
        ("إجابة", "إجابة"),
        ("اجابة", "اجابة"),
        ("الجواب", "الجواب"),
        ("جواب", "جواب"),
        ("أختار", "أختار"),
        ("الخيار الصحيح", "الخيار الصحيح"),
        ("उत्तर", "उत्तर"),
        ("जवाब", "जवाब"),
        ("सही विकल्प", "सही विकल्प"),
        ("उत्तर", "उत्तर"),
        ("উত্তর", "উত্তর"),
        ("সঠিক", "সঠিক"),
        ("คำตอบ", "คำตอบ"),
        ("ตอบ", "ตอบ"),
        ("відповідь", "відповідь"),
        ("απάντηση", "απάντηση"),
        ("תשובה", "תשובה"),
        ("پاسخ", "پاسخ"),
    )
)

# Weak cues, looked for left of a letter: a conclusion that counts when it closes the text, or follows a taken-back
# statement, or nothing stronger is there.
CONCLUDING: Final = (
    "therefore", "thus", "hence", "so", "consequently", "accordingly", "it is", "it's", "it’s", "must be", "has to be", "should be",
    "conclude", "conclude that", "conclude with", "so that's", "leaving", "leaves", "leave", "left with", "leaves us with",
    "leaving us with", "leaves me with", "leaving me with", "remaining is", "that leaves", "corresponds to", "corresponding to",
    "matches", "matches with", "match with", "aligns with", "aligns best with", "best aligns with", "described by", "described in",
    "described as", "summarized as", "summarised as", "summarized by", "represented by", "represented as", "given by",
    "closest to", "closest is", "best is", "points to", "consistent with", "equivalent to", "equals to", "favors", "favours",
    "donc", "c'est", "c’est", "daher", "somit", "folglich", "portanto", "logo", "quindi", "dunque", "luego", "por tanto",
    "por lo tanto", "entonces", "dus", "zatem", "więc", "поэтому", "значит", "следовательно", "итак", "это",
    "→", "∴", "=>", "⇒", "->", "所以", "因此", "因而", "故", "应该是", "應該是", "应为", "所以是", "因此是",
    "따라서", "그러므로", "よって", "したがって", "ゆえに", "इसलिए", "अतः", "لذلك", "إذن", "তাই", "সুতরাং", "ดังนั้น",
)  # fmt: skip
# The same, where the letter is named as an option ("… is option B").
CONCLUDING_NAMED: Final = (
    *CONCLUDING, "is", "be", "namely", "matches", "supports", "suggests", "indicates", "gives", "fits", "means", "yields", "match",
    "selects", "align with", "agrees with", "agree with", "go with", "stick with", "in line with", "leads to", "lead to",
    "pointing to", "point to", "amounts to", "supported by", "captured by", "reflected in", "found in", "expressed by",
)  # fmt: skip

# After a letter: words that call it the answer ("B is correct", "D fits best").
PRAISE: Final[Pattern[str]] = re.compile(
    r"[\s,]{0,3}(?:"
    r"(?:is|was|['’]s|must be|has to be|should be|would be|seems|seems to be|appears to be|looks|remains|stands as)\s{1,3}"
    r"(?:(?:clearly|indeed|definitely|therefore|thus|hence|then|the|my|most|only|likely|probably|also|actually|our|a|an|one|"
    r"that is|obviously|surely|certainly|final|single|in fact|option|answer|choice|very)\s{1,3}){0,5}"
    r"(?:correct|right|best|answer|choice|winner|accurate|appropriate|closest|pick|solution|one (?:that|which|we|i)|"
    r"left|reasonable|valid|most appropriate|most accurate|suitable|match|better|it\b)(?![a-z])"
    r"|(?:is|was) (?:the|my|our) (?!(?:\w+ ){0,2}(?:wrong|incorrect|worst|least|tempting|second|popular|common|obvious|naive|poor|bad|"
    r"false|trap|weak\w*|first|last|other|next|usual)\b)(?:[\w-]+ ){1,3}(?:choice|answer|option|pick|candidate|fit|match|conclusion)(?![a-z])"
    r"|it is(?=[.!\s]|$)|as (?:the|my|our) (?:\w+ )?(?:answer|choice|option|pick)|fits(?: best| well| perfectly)?(?=[.!,\s]|$)|works(?=[.!,\s]|$)|holds(?=[.!,\s]|$)|wins(?=[.!\s]|$)|"
    r"remains(?=[.!\s]|$)|survives|matches|satisfies|makes (?:the most )?sense"
    r"|(?:ist|wäre)\s(?:also |daher |somit |die |das |der |eindeutig |wohl )*(?:richtig|korrekt|einzig|beste|zutreffend|antwort)"
    r"|(?:es|sería)\s(?:por tanto |entonces |la |el |claramente |única |opción |respuesta )*(?:correct[ao]|respuesta|opción|mejor|adecuada)"
    r"|est\s(?:donc |la |le |bien |seule |bonne |réponse )*(?:correcte?|bonne|juste|exacte?|réponse|vraie)"
    r"|(?:é|está)\s(?:portanto |a |o |única |alternativa |resposta |opção )*(?:corret[ao]|cert[ao]|resposta|melhor)"
    r"|è\s(?:quindi |la |quella |risposta |unica )*(?:corrett[ao]|giust[ao]|risposta|migliore)"
    r"|jest\s(?:więc |to )*(?:poprawn|prawidłow)|is\s(?:dus |het |de )*(?:juist|correct|goed)|(?:doğru|şıkkı|seçeneği)|là (?:đáp án|đúng|câu)|"
    r"đúng|adalah (?:jawaban|yang)|benar"
    r"|(?:[-—–]\s?)?(?:это\s)?(?:единственный |самый )?(?:верн|правильн)"
    r"|(?:选项|選項|项|項)?\s?(?:是|为|為)?\s?(?:最|唯一)?(?:正确|正確|对的|對的|合适|合適|符合|答案)"
    r"|(?:が|は|こそ)\s?(?:最も|唯一)?(?:正解|正しい|答え|適切|該当)|です(?=[。.\s]|$)"
    r"|(?:번)?(?:이|가)\s?(?:가장 )?(?:정답|맞|옳|답|적절)|번?입니다"
    r"|(?:विकल्प )?(?:ही )?(?:सही|उत्तर)|(?:ই )?(?:সঠিক|উত্তর)|(?:هو|هي)\s(?:الإجابة|الجواب|الخيار|الصحيح)|صحيح"
    r")"
)
# Left of a praised or named letter: it is denied, or belongs to a rejected group.
DENIED_LEFT: Final[Pattern[str]] = re.compile(
    r"(?:\bnot|n['’]t|\bnever|\bneither|\bnor|\brather than|\binstead of|\brules? out|\bruled out|\bruling out|\beliminat\w{1,4}|"
    r"\bexclud\w{1,4}|\breject\w{0,3}|\bdiscard\w{0,3}|\bdismiss\w{0,3}|\bunlike|\bexcept|\bwhy|\bwhether|\bif|\bunless|\bassum\w{1,3}|\bsuppos\w{1,3}|\bimagine|\bpretend\w{0,3}|\bcannot be|\bcan['’]t be|\bwithout|"
    r"nicht|\bkein\w{0,2}|\bno es|\bdescart\w{0,4}|\bpas|не|不是|排除|アウト)\s{0,3}"
    r"(?:the |that |only |both |also |option |choice |answer |[(*\"'“])*$"
)
