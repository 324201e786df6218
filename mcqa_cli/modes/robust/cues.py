"""The cues that lead to an answer, by strength and language. Data only; patterns are compiled where they are first met.

A cue is a stem, found by plain string search in the lower-cased text, a pattern that starts there and ends where the
answer must stand, and what to check at its left: `word` (it is a word of its own), `answer`, `noun`, `verb`,
`qualified` (only with words like "correct" does "option" lead to an answer), or `script`.
"""

from typing import Final

Cue = tuple[str, str, str]

_BE = (
    r"(?:(?:seems|appears|looks|turns out|happens|is likely|is going|ought|has|must|needs|proves) to be|is|are|was|be|"
    r"becomes|remains|would be|will be|should be|must be|has to be|seems|lies in|=|equals)"
)
# Each alternative starts with a set of characters: that is what makes the search for it quick.
_JOIN = rf"(?:[\s*_)\"'”’\]`]{{1,4}}{_BE}(?![a-z])|[:：=→⇒➡➜—–]|-(?:>|(?= ))|=>)"
_BE_LATIN = (
    r"(?:debe ser|tiene que ser|s[oó]lo puede ser|no puede ser (?:otra|m[aá]s|sino)(?: que)?|deve ser|só pode ser|"
    r"deve essere|può essere solo|doit être|ne peut être que|muss|kann nur|moet|"
    r"ist|sind|lautet|wäre|es|son|sería|seria|est|sont|serait|é [ao](?= (?:letra|alternativa|opção|"
    r"\W{0,3}[a-z](?!\w)))|"
    r"é|e|è|jest|to|is|är|er|on|este|là|adalah|sia|seja|sea|dürfte|"
    r"ialah|=)"
)
_JOIN_LATIN = rf"(?:[\s*_)\"'”’\]`]{{1,4}}{_BE_LATIN}(?!\w)|[:：=→⇒—–]|-(?:>|(?= ))|=>)"


def _noun(stem: str, gap: int = 60) -> str:
    """A noun like "answer", some words of the same sentence, then a verb of being or a colon."""
    return (
        rf"{stem}[\"”'*_`]{{0,3}}(?:[^.?!\n:：;=\"“]{{0,{gap}}}?|"
        rf"[^.?!\n:：;=\"“]{{0,30}}[\"“][^\"”\n]{{1,200}}[\"”]){_JOIN}"
    )


def _latin(stem: str) -> str:
    """The same in another Latin language; without a verb, the answer must follow at once in a wrapper."""
    return rf"{stem}[^.?!\n:：;=]{{0,50}}?{_JOIN_LATIN}"


def _script(stem: str) -> str:
    """In scripts without Latin letters the answer is the first letter of a few words, verb or not."""
    return (
        rf"{stem}(?:[^\n.。;；a-z0-9？?（(]{{0,24}}?(?:[:：]\s{{0,3}}|(?=[*_`\"'“”「『【（(\[$\\a-z0-9\uff21-\uff5a]))|"
        rf"\s{{0,3}})"
    )


# Strong cues: whoever writes one of these is naming an answer. (stem, pattern, name of the check on its left side)
STRONG: Final[tuple[Cue, ...]] = (
    ("answer", _noun(r"answers?(?:['’]s)?"), "answer"),
    ("answer's", r"answer's\s", "word"),
    ("option", _noun(r"options?"), "qualified"),
    ("choice", _noun(r"choices?"), "qualified"),
    ("match", _noun(r"match(?![a-z])"), "qualified"),
    ("fit", _noun(r"fit(?![a-z])"), "qualified"),
    ("correct", rf"correct(?:ly)?[\"'*_]{{0,3}}(?:[ \t]\w{{1,15}}){{0,4}}?[ \t]{{0,2}}{_JOIN}", "word"),
    ("closest", rf"closest (?:[\w' ]{{1,50}}?{_JOIN}|to )", "word"),
    ("nearest", rf"nearest (?:[\w' ]{{1,50}}?{_JOIN}|to )", "word"),
    ("choos", r"choos(?:e|ing)\s(?:for\s)?", "verb"),
    ("chose", r"chosen?\s(?:option\s|answer\s)?", "verb"),
    ("select", r"select(?:ed|ing|s|ion)?(?:\s?[:：]|\s)(?:is\s)?", "verb"),
    ("pick", r"(?<![a-z])picks?(?:ed|ing)?(?:\s?[:：]|\s)(?:is\s|would be\s)?", "verb"),
    ("go with", r"go with\s", "verb"),
    ("go for", r"go for\s", "verb"),
    ("going with", r"going with\s", "verb"),
    ("opt for", r"opt for\s", "verb"),
    ("settle", r"settled? (?:on|for)\s", "verb"),
    ("stick with", r"stick with\s", "verb"),
    ("stand by", r"stand by\s", "verb"),
    ("say", r"say\s(?:it(?:['’]s| is)\s)?", "verb"),
    ("vote", r"vote (?:is|goes to|for)\s", "word"),
    (
        "final",
        r"final(?:ly)?(?: (?:verdict|result|decision|response|selection|pick|solution|conclusion|guess))?\"?\s?[:：]",
        "word",
    ),
    ("ans:", r"ans:", "word"),
    ("ans=", r"ans=", "word"),
    ("ans =", r"ans =", "word"),
    ('ans"', r"ans\"\s?:", "word"),
    ("ans.", r"ans\.\s?[:：]?", "word"),
    ("ans -", r"ans -\s", "word"),
    ("key", r"key\s?[:：]", "word"),
    ("result", r"result[*_\"']{0,3}\s?[:：]", "word"),
    ("output", r"output[*_\"']{0,3}\s?[:：]", "word"),
    ("label", r"label[\"']\s?:", "word"),
    ("letter", r"letter[*_\"']{0,3}\s?[:：]", "word"),
    ("verdict", rf"verdict\s{{0,2}}{_JOIN}", "word"),
    ("guess", rf"guess(?:\s{{0,2}}{_JOIN}|\s(?=[(*\"'a-z]))", "verb"),
    ("solution", rf"solution\s{{0,2}}{_JOIN}", "word"),
    ("conclusion", rf"conclusion\s{{0,2}}{_JOIN}", "word"),
    ("response", rf"response[*_\"']{{0,3}}\s{{0,2}}{_JOIN}", "word"),
    ("prediction", rf"prediction[*_\"']{{0,3}}\s{{0,2}}{_JOIN}", "word"),
    ("decision", rf"decision[*_\"']{{0,3}}\s{{0,2}}{_JOIN}", "word"),
    ("lean", r"lean(?:ing)? (?:towards?|to)\s", "word"),
)

STRONG_LATIN: Final[tuple[Cue, ...]] = tuple(
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
        ("richtig", r"richtige?(?: (?:option|wahl|lösung))?"),
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
        ("solucion", r"solucion"),
        ("soluzione", r"soluzione"),
        ("solução", r"solução"),
        ("výsledek", r"výsledek"),
        ("vastaus", r"vastaus"),
        ("válasz", r"(?:a )?válasz"),
        ("yanıt", r"yanıt(?:ı)?"),
        ("şık", r"doğru şık"),
        ("đáp án", r"đáp án"),
        ("câu trả lời", r"câu trả lời"),
        ("phương án", r"phương án (?:đúng|chính xác|phù hợp)"),
        ("lựa chọn", r"lựa chọn (?:đúng|chính xác|phù hợp|tốt)"),
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
    (stem, pattern, "word")
    for stem, pattern in (
        ("elijo", r"elijo\s"),
        ("escojo", r"escojo\s"),
        ("selecciono", r"selecciono\s"),
        ("me quedo con", r"me quedo con\s"),
        ("choisi", r"choisi(?:s|rais|t)?\s"),
        ("wähle", r"wähle\s"),
        ("entscheide", r"entscheide mich für\s"),
        ("nehme", r"nehme\s"),
        ("escolho", r"escolho\s(?:a\s)?"),
        ("fico com", r"fico com\s(?:a\s)?"),
        ("scelgo", r"scelgo\s"),
        ("kies", r"(?<![a-z])kies\s(?:voor\s)?"),
        ("wybieram", r"wybieram\s"),
        ("chọn", r"chọn[\s:]"),
        ("odpověď", r"odpověď (?:je\s|(?=není))"),
        ("memilih", r"memilih\s"),
        ("jawabannya", r"jawabannya\s(?=bukan)"),
        ("jawaban yang", r"jawaban yang (?:benar|tepat|sesuai)\s(?=bukan)"),
        ("pilih", r"(?<![a-z])pilih\s"),
        ("işaretli", r"işaretli\w*\s"),
        ("por lo tanto", r"por lo tanto,?\s(?:es\s)?(?:la\s)?(?:opci[oó]n\s)?"),
        ("cevab", r"cevab(?:ı|ım)[^.?!\n]{0,20}?(?:[:：]|\s)"),
        ("doğru cevap", r"doğru cevap\s"),
        ("doğru yanıt", r"doğru yanıt\s"),
        ("doğru seçenek", r"doğru seçenek\s?:?\s?"),
    )
)

STRONG_SCRIPT: Final[tuple[Cue, ...]] = tuple(
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
        ("选", "选(?!项)"),
        ("选项", "选项(?:是|为|[:：])"),
        ("選", "選(?!項(?:中|裡|都|有)|択肢(?:の|を|が|に))"),
        ("정답", "정답"),
        ("답은", "답은"),
        ("답:", "답"),
        ("답변", "답변"),
        ("ответ", "ответ(?:ом|ы|а)?"),
        ("правильн", r"(?<!не)правильн\w{2,3}(?: вариант\w{0,3}| ответ\w{0,2})?"),
        ("верн", r"(?<!не)верн\w{1,3}(?: вариант\w{0,3}| ответ\w{0,2})?"),
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
        ("ตัวเลือกที่", "ตัวเลือกที่(?:ถูกต้อง|ถูก|เหมาะสมที่สุด)"),
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
    "therefore", "thus", "hence", "so", "consequently", "accordingly", "it is", "it's", "it’s", "must be",
    "has to be", "should be", "conclude", "conclude that", "conclude with", "so that's", "leaving", "leaves",
    "leave", "left with", "leaves us with", "leaving us with", "leaves me with", "leaving me with",
    "remaining is", "that would be", "i.e.", "i.e", "looks like",
    "sounds like", "that is", "that's", "that’s", "this is", "which is",
    "makes", "making", "makes it", "making it", "that leaves",
    "corresponds to", "corresponding to", "matches", "matches with", "match with",
    "aligns with", "aligns best with", "best aligns with", "described by", "described in", "described as",
    "summarized as", "summarised as", "summarized by", "represented by", "represented as", "given by",
    "closest to", "closest is", "best is", "points to", "consistent with", "equivalent to", "equals to", "favors",
    "favours", "confident in", "sino", "sondern", "bensì", "بل", "而是", "donc", "c'est", "c’est",
    "daher", "somit", "folglich", "portanto", "logo", "quindi", "dunque",
    "luego", "por tanto", "por lo tanto", "entonces", "dus", "zatem", "więc", "поэтому", "значит",
    "следовательно", "итак", "это", "→", "∴", "=>", "⇒", "->",
    "所以", "因此", "因而", "故", "应该是", "應該是", "应为", "所以是", "因此是",
    "따라서", "그러므로", "よって", "したがって", "ゆえに",
    "इसलिए", "अतः", "لذلك", "إذن", "তাই", "সুতরাং", "ดังนั้น",
)  # fmt: skip
# The same, where the letter is named as an option ("… is option B").
CONCLUDING_NAMED: Final = (
    *CONCLUDING, "is", "be", "we get", "we obtain", "arrive at", "arriving at", "is therefore",
    "namely", "matches", "supports", "suggests", "indicates", "gives", "fits", "means",
    "yields", "match", "selects", "align with", "agrees with", "agree with", "go with", "stick with",
    "in line with", "leads to", "lead to", "pointing to", "point to", "amounts to", "supported by", "captured by",
    "reflected in", "found in", "expressed by", "explained by", "accounted for by", "illustrated by",
)  # fmt: skip
