"""The words that `robust` knows: what leads to an answer, away from one, or past it. Data only.

All patterns are matched on the lower-cased text, at a known place, with bounded repeats: none can take more than
linear time. A cue is a *stem* (found by plain string search) and a pattern that starts there and ends where the answer
itself must stand.
"""

import re
from re import Pattern
from typing import Final

from mcqa_cli.modes.robust.phrases import Phrases

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
    r"operatorname\*?|bf|rm|it|[lL]arge|LARGE|[hH]uge|small|displaystyle|textcolor\{\w{1,12}\}|color\{\w{1,12}\}|"
    r"left|right|bigl?|bigr?)(?![a-z])"
)
# What may stand between a cue and the answer, or open a wrapper round it.
OPENERS: Final[Pattern[str]] = re.compile(
    rf"(?:</?(?:b|strong|em|i|u|p|code)>|[\s*_`\"'“”„‘’«»‹›「『【〈《（［｛(\[{{}}<>|"
    rf"$~:：=#…•➡➜→⇒✅☑✔✓👉\ufe0e\ufe0f\u200b-\u200f\u2060\ufeff\u00a0،,—–-]|"
    rf"\\[(\[,;:! ]|\.{{2,4}}|{_LATEX_WRAP}){{0,40}}"
)
CLOSERS: Final[Pattern[str]] = re.compile(
    r"(?:</?(?:b|strong|em|i|u|p|code)>|[)\]}*_`\"'“”’»›」』】〉》）］｝$~|"
    r">\x00-\x08\u200b-\u200f\u2060\ufeff\ufe0e\ufe0f]|\\[)\]}.]){0,24}"
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
    r"clearly|definitely|certainly|surely|obviously|evidently|indeed|simply|just|actually|in fact|most likely|"
    r"most probably|"
    r"likely|probably|therefore|thus|hence|then|so|still|again|now|of course|really|most definitely|undoubtedly|"
    r"most certainly|best represented by|best described by|given by|represented by|found in|listed as|labell?ed|"
    r"as follows|"
    r"closest to|nearest to|equal to|equivalent to|that of|following|i think|i believe|i would say|i'd say|i say|"
    r"claramente|sin duda|por lo tanto|eindeutig|also|wohl|wahrscheinlich|sicher|donc|clairement|sans doute|"
    r"probablement|"
    r"quindi|sicuramente|portanto|com certeza|probablemente|"
    r"none other than|nothing (?:other than|but)|no other than|"
    r"(?:and )?(?:without|beyond) (?:a |any |all )?doubt|"
    r"(?:based on|according to|given|considering|as per)[^.,\n]{1,40},|คือ|ได้แก่|"
    r"הנכונה|היא|הוא|είναι(?: η| το)?|は|が|은|는|"
    r"الصحيحة|الصحيح|скорее всего|это|очевидно|безусловно|应该是|應該是|应该|應該|显然|顯然|很可能|たぶん|おそらく|"
    r"হলো|হল|হচ্ছে|होगा|है|هو|هي|هى"
)
_ARTICLES = r"the|an?|la|el|las|los|le|les|die|der|das|den|dem|lo|il|o|a|os|as|de|het|l['’]"
# Words between a cue and the answer that name no answer themselves; group 1 when a word like "option" was among them.
LEAD: Final[Pattern[str]] = re.compile(
    rf"(?:(?:(?:{_FILLERS})(?![a-z])[\s,:]{{0,4}}|(?:(?:{_ARTICLES})\s{{1,4}}|l['’])?(?:(?:{_ADJECTIVES})\s{{0,3}})?"
    rf"({_NOUNS})(?![a-z])\s{{0,3}}(?:(?:is|no\.?|number|ist|est|es|é|è|是|为|為)(?![a-z])|"
    rf"[#:：])?[\s*_`\"'“「(（\[]{{0,6}}){{1,4}}(?:(?:the|la|el|le|der|die|das|an)\s{{1,4}})?"
    rf"|(?:{_ARTICLES})\s{{1,4}})"
)
# What turns the following letter into a rejected one.
NEGATED: Final[Pattern[str]] = re.compile(
    r"(?:definitely |certainly |clearly |probably |surely |likely |simply |actually )?"
    r"(?:not(?![a-z])|n['’]t(?![a-z])|never|neither|nor(?![a-z])|cannot|can['’]?t|isn['’]t|anything but|other than|"
    r"rather than|no(?= (?:es|sea|la|el|é|a)(?![a-z]))|nicht|kein|pas(?![a-z])|n['’]est pas|não|non(?![a-z])|niet|"
    r"nie(?![a-z])|"
    r"inte(?![a-z])|ikke(?![a-z])|není|δεν είναι|אינה|אינו|לא(?![א-ת])|"
    r"değil|không|bukan|не(?![а-я])|不是|不为|不為|並非|并非|不|非|ではな|じゃな|아니|ليس|لا(?![ء-ي])|नहीं|নয়|ไม่)"
)
BOTH: Final[Pattern[str]] = re.compile(
    r"(?:both|either|between|any of|one of|all of|beide|sowohl|entweder|ambas?|tanto|entre|soit|les deux|sia|oba|"
    r"или|либо|либо|要么|要麼|或者)(?![a-z])[\s:]{0,3}"
)
NONE_OF: Final[Pattern[str]] = re.compile(
    r"(?:none\b|nothing\b|not (?:listed|among|in|one|any|available|present|given|provided|shown|here)|"
    r"no (?:option|choice|"
    r"correct|answer|valid|suitable|single)|n/a\b|keine? der|ningun[ao]|aucune?|nessun[ao]|nenhum[a]?|"
    r"ни один|ничего|以上都不|都不|无正确|無正確|なし|該当なし|없음|없|لا شيء|कोई नहीं)"
)
LIST_WORD: Final = (
    r"(?:or|and|und|oder|o|u|y|e|ou|et|of|en|lub|i|veya|ve|hoặc|và|atau|dan|или|и|أو|و|या|और|বা|এবং|หรือ|และ|"
    r"and/or|as well as|plus|vs\.?|versus)"
)
LIST_SEPARATOR: Final[Pattern[str]] = re.compile(
    rf"[\s,(]{{0,4}}(?:\\text\{{)?\s{{0,3}}(?:(?:[/&+|、，,;；]|或者|或|和|及|与|與|や|と|または|또는|와|과|혹은|"
    rf"및)\s{{0,3}})?(?:{LIST_WORD}\s{{1,4}})?"
    rf"(?:(?:possibly|maybe|perhaps|potentially|probably|also|even|both)\s{{1,3}})?(?:\}}\s{{0,3}})?"
)
# What may follow a letter that is meant as an answer, after white space, where the letter has no wrapper.
CONNECTIVE: Final[Pattern[str]] = re.compile(
    r"(?:because|since|as|for|due|given|which|where|that|who|is|was|with|but|not|based|although|though|while|whereas|"
    r"rather|instead|over|according|by|in this|in the|in both|from the|on|here|only|again|and (?!so)|so|if|when|after|"
    r"has|had|does|says|describes|states|gives|explains|matches|fits|shows|contains|refers|means|reflects|"
    r"represents|captures|"
    r"corresponds|applies|follows|would|will|can|"
    r"considering|assuming|per|thanks|option|choice|being|among|out of|final|overall|then|hence|therefore|thus|"
    r"answer|explanation|reason(?:ing)?|confidence|this|these|it|they|we|the|their|its|to this|to the|to me(?=[.!]|$)|"
    r"of the|at the|at|"
    r"porque|pues|ya que|pois|car|parce|puisque|comme|weil|da|denn|perché|poiché|omdat|want|ponieważ|bo|çünkü|vì|"
    r"karena|"
    r"sebab|non|nicht|no|não|pas|niet|nie|değil|ist|est|es|é|è|jest|adalah|là|mais|pero|mas|aber|ma|и не|а не|не|так|"
    r"sein(?=[.!]|$)|et non|y no|e non|e não|en niet|und nicht|chứ không|"
    r"потому|поскольку|şıkkı|şıkkıdır|seçeneği|"
    r"i think|i believe|i guess|i am|i'm|right\b|correct\b)(?![a-z])"
)
# The narrow list for the letters that are also words of their own.
CONNECTIVE_WORDLIKE: Final[Pattern[str]] = re.compile(
    r"(?:because|since|due|given|as (?:the|it|this|that|they|only)|for (?:the|this)|which|is (?:the|correct|right|"
    r"my|best|true)|"
    r"if (?:the|we|you|it|they|one|all|i)|unless|"
    r"based|although|though|whereas|rather|instead|porque|pois|ya que|car|parce|puisque|weil|denn|perché|poiché|omdat|"
    r"ponieważ|çünkü|vì|karena|потому|поскольку|(?:and )?not|nicht|pas|non|não)(?![a-z])"
)
# After a letter: it is called wrong, or only supposed.
REFUTED: Final[Pattern[str]] = re.compile(
    r"[\s,]{0,3}(?:\(?(?:is|was|are|seems?|looks?|would be|can be|could be|must be|may be|might be|would|might|"
    r"could)\s{1,3})"
    r"(?:also |clearly |obviously |definitely |the |an? |simply |therefore |just |thus |hence |not )?"
    r"(?:not(?![a-z])|n['’]t|in?correct(?<=incorrect)|wrong|false|ruled|excluded|eliminated|out(?![a-z])|invalid|"
    r"untrue|naive|"
    r"tempting|usual trap|trap|decoy|distractor|mistake|error|unlikely|impossible|too |irrelevant|misleading|"
    r"be (?:the )?(?:naive|obvious|tempting|wrong|incorrect|mistake|first))"
    r"|[\s,]{0,3}(?:isn['’]t|wasn['’]t|cannot|can['’]t|doesn['’]t|does not|fails|was my first|would have been|"
    r"is out(?![a-z]))"
)

# "Not A, but B": where the answer stands after a rejected letter.
NOT_BUT: Final[Pattern[str]] = re.compile(
    r"[^\n.;:]{0,40}?[\s,]{1,2}(?:but(?: rather)?|rather|instead|sondern|sino|mais|mas sim|mas|e sim|ma|bensì|maar|"
    r"lecz|ale|utan|men|ci|αλλά|אלא|а|"
    r"но|melainkan|tetapi|tapi|mà là|mà|بل(?: هي| هو)?|وإنما|(?:ولكن|لكن))\s{1,3}(?!not |nicht |no )"
    r"|[^\n。；]{0,20}?(?:而是|แต่(?:เป็น|คือ)\s?(?:ข้อ)?)"
)

# ------------------------------------------------------------------------------------------------ the sentence round it

# Left of a cue, in its own sentence: the statement is quoted, supposed, denied or an instruction.
_SAYS = r",? (?:(?:it|that|this) (?:is|was|would be) |the |my )?$"
_SAID = (
    r" (?:sa(?:y|ys|id)|claim|think|thought|believe|insist|expect|give|gave|argue|told|suggest|want|prefer|list|mark|"
    r"favou?r|chose|choose|pick|swear|swore)[a-z]{0,2}[,:]?"
    r"(?: (?!so |thus |hence |therefore |and |because |which |but )[\w'’]+){0,4} [(*]{0,3}$"
)
UNSTATED: Final = Phrases(
    (
        "think say guess assume believe argue conclude suspect claim pick choose select answer expect",
        r"(?<!\bi )(?<!\bwe )(?:might|may|could|would|will|tempted to|tend to|often|wrongly|mistakenly|naively|"
        r"incorrectly) {}",
    ),
    ("tempting tempted", r"\btempting|(?<!i am )(?<!i'm )(?<!i feel )\btempted"),
    (
        "if whether unless were had suppose imagine doubt deny",
        r"{} (?:that )?(?:the |it |my )?(?:correct |right |final |best )?$",
    ),
    (
        "think believe say said conclude know tell sure certain confident agree mean true claim clear determine",
        r"\b(?:do not|don['’]t|cannot|can['’]t|couldn['’]t|not|never|hardly|without) (?:\w+ ){0,2}{}",
    ),
    (
        "students people someone some many others textbook you",
        r"{} (?:\w+ ){0,2}(?:say|think|claim|believe|guess|argue|pick|choose|answer)",
    ),
    (
        "you they he she students people someone somebody some many others",
        r"{} (?:\w+ ){0,2}(?:said|says?|thought|thinks?|claim(?:s|ed)?|believed?|argued?|insist(?:s|ed)?|told|wrote|"
        r"suggest(?:s|ed)?|mentioned)(?: me)?(?: that)? (?:the |it |my |your )?(?:correct |right |best )?$",
    ),
    (
        "e example instance such form format asked told instruct instructed instructs instruction instructions "
        "template templates placeholder placeholders look",
        r"\b(?:e\.g\.|for example|for instance|such as|in the form|of the form|required form|the format|answer format|"
        r"format is|format:|was asked|am asked|are asked|told to|instruct|template|placeholder|should look like|"
        r"must look like)",
    ),
    (
        "should must has have needs need please will shall",
        r"(?<!\bwe )(?<!\bi )(?:should|must|has to|have to|needs to|need to|please|will|shall) (?:\w+ ){0,3}(?:end|"
        r"write|finish|respond|reply|print|put|state|output|conclude|give|answer|use|type|produce|be written|be stated|"
        r"be given|say|format|submit|enclose|contain)(?![a-z])",
    ),
    (
        "not t",
        r"(?:\bnot|n['’]t) (?:that |because |say |mean |the case that )?(?:the |my |a )?"
        r"(?:correct |right |final |best )?$",
    ),
    (
        "first initially originally quick earlier",
        r"\b(?:at first|initially|originally|first guess|first thought|first impression|quick guess|earlier)(?![a-z])",
    ),
    (
        "previous earlier another some other",
        r"{} (?:\w+ )?(?:solution|answer|student|response|attempt|author|source|person|model)s?\b"
        r"(?! (?:is|are|choice))",
    ),
    (
        "friend friends teacher teachers professor professors colleague colleagues roommate brother sister classmate "
        "classmates tutor tutors neighbour neighbor examiner examiners lecturer instructor",
        r"(?<!all )(?<!both )(?<!most ){}(?:,? \w+,?){0,2}" + _SAID,
    ),
    (
        "textbook textbooks book books website websites forum internet source sources board",
        r"(?<!all )(?<!both )(?<!most ){}(?: also| often| just| only| even| still| \w{2,12}ly)?" + _SAID,
    ),
    (
        "friend friends teacher professor colleague roommate brother sister classmate tutor neighbour neighbor user "
        "student internet website forum",
        r"\baccording to (?:my|a|an|the|one|some)(?: \w+)? {},?(?: [\w'’]+){0,4} [(*]{0,3}$",
    ),
    ("respond reply answer write format", r"^\s*(?:please |always )?{} (?:\w+ ){0,3}like (?:this|so)\b"),
    ("thinks believes guesses insists assumes suspects reckons claims asserts alleges contends", r"\w {} "),
    ("supposedly allegedly reportedly purportedly ostensibly seemingly", r"{}\b"),
    (
        "say pretend",
        r"^\W*(?:now,? |let['’]s |let us |just )?{} (?:that )?(?:the |it |my )?(?:correct |right |final |best )?$",
    ),
    ("assume assuming", r"(?<!\bi ){} (?:that )?(?:the |it |my )?(?:correct |right |final |best )?$"),
    (
        "inclined",
        r"(?:\b(?:one|you|people|students|many|some)\b[^.]{0,30}|\b(?:might|may|could|would) (?:well )?be )"
        r"\binclined to",
    ),
    ("can could may might", r"{} be (?:argued|said|claimed|thought)"),
    (
        "possible conceivable debatable unclear doubtful questionable unlikely improbable uncertain",
        r"{} (?:that|whether|the)\b",
    ),
    ("often sometimes commonly usually widely", r"{} (?:said|claimed|thought|believed|assumed)"),
    ("said claimed thought believed assumed supposed", r"\b(?:is|are) {}(?![a-z])"),
    (
        "if",
        r"^\s*if (?!we |you |i |so\b)[^,]{3,80}, (?:then )?(?:"
        r"(?:it|that) (?:is|would be|must be) $|the )?(?:correct |right |best )?$",
    ),
    (
        "unless provided supposing were had should",
        r"^\s*(?:but |and |now,? )?{}\s(?!(?:we|i|you)\b)[^,]{3,80}, (?:then )?"
        r"(?:(?:it|that) (?:is|would be|must be) $|the |option |choice )?(?:correct |right |best )?[(*]{0,3}$",
    ),
    ("going about inclined ready", r"\b(?:was|were) {} to"),
    ("used wanted", r"{} to"),
    (
        "older old former outdated obsolete",
        r"\b(?:in|under|by|with|to|per|according to|from) (?:\w+ ){0,2}{} \w+" + _SAYS,
    ),
    (
        "last previous past ago formerly historically which",
        r"(?:\b(?:last|previous|past) (?:year|month|week|time|edition|exam|round)(?:['’]?s? \w+)?|"
        r"\b(?:years|decades|centuries) ago|\bformerly|\bhistorically|\bin which case)" + _SAYS,
    ),
    ("some certain other others", r"\bin (?:some|certain|others?(?! words))(?: \w+){0,3},? ?\(?$"),
    ("if be", r"\b(?:only if|(?<!\bthat )(?<!\bthis )would be|were to be|could only be) $"),
    (
        "reason evidence proof basis sign indication suggests shows says proves supports",
        r"\b(?:no (?:reason|evidence|proof|basis|sign|indication)|nothing (?:suggests|shows|says|proves|supports))",
    ),
    ("wrong incorrect false mistaken untrue mistake error", r"{} (?:to|that|if)\b"),
)
# After a statement: the writer takes it back.
RETRACTION: Final[Pattern[str]] = re.compile(
    r"(?:\bwait\b(?! (?:time|until|for|staff|list))|\bscratch that|\bon second thought|\bcorrection\b|\boops|"
    r"\bmy mistake(?! (?:was|is|in))|"
    r"\bi (?:made an? (?:mistake|error)|was wrong|was mistaken|misread|stand corrected|take that back)|"
    r"\blet me (?:reconsider|correct|re-?think|"
    r"re-?evaluate)|\bno, (?:that|this|it)(?:['’]s| is| was)(?: not| wrong| incorrect)|\bhmm|\bactually\b|"
    r"\bstrike that)"
)
DISOWNED: Final[Pattern[str]] = re.compile(
    r"(?:wrong|incorrect|mistake|error|not right|not correct|isn['’]t right|does not|doesn['’]t|not match|"
    r"not hold|off\b|fails|"
    r"not sure|unsure|cannot decide|can['’]t decide|don['’]t know|do not know|scratch that|take that back|strike that|"
    r"misread|stand corrected|oops)"
)

# After a letter: words that call it the answer ("B is correct", "D fits best").
PRAISE: Final[Pattern[str]] = re.compile(
    r"[\s,]{0,3}(?:"
    r"(?:is|was|['’]s|must be|has to be|should be|would be|seems|seems to be|appears to be|looks|remains|"
    r"stands as)\s{1,3}"
    r"(?:(?:clearly|indeed|definitely|therefore|thus|hence|then|the|my|most|only|likely|probably|also|actually|"
    r"our|a|an|one|"
    r"that is|obviously|surely|certainly|grammatically|syntactically|fully|entirely|completely|absolutely|perfectly|"
    r"mathematically|logically|final|single|in fact|option|answer|choice|very)\s{1,3}){0,5}"
    r"(?:correct|right|best(?!.known)|answer|choice|winner|accurate|appropriate|closest|pick|solution|one (?:that|"
    r"which|we|i (?!doubt))|one(?=[.!]|\s{0,3}$)|"
    r"left|reasonable|valid|most appropriate|most accurate|suitable|match|better|it\b)(?![a-z])"
    r"|(?:is|was) (?:the|my|our) (?!(?:\w+ ){0,2}(?:wrong|incorrect|worst|least|tempting|second|popular|common|"
    r"obvious|naive|poor|bad|"
    r"false|trap|weak\w*|first|last|other|next|usual)\b)(?:[\w-]+ ){1,3}(?:choice|answer|option|pick|candidate|"
    r"fit|match|conclusion)(?![a-z])"
    r"|(?:is|was) (?:best |well |clearly )?(?:supported|confirmed|justified|favou?red|indicated|preferred|chosen|"
    r"selected)(?![a-z])"
    r"|it is(?=[.!]|\s{0,3}$)|as (?:the|my|our) (?:\w+ )?(?:answer|choice|option|pick)|gets my vote|"
    r"(?:is (?:therefore |thus |hence |clearly |probably )?)?(?:the )?most (?:convincing|plausible|likely|"
    r"appropriate|reasonable|fitting|defensible|sensible|logical|suitable|accurate)(?![a-z])|"
    r"(?:is|was) (?:the|my|our) (?:[\w-]+ ){1,3}of choice(?=[*_]{0,3}(?:[.!,;]|\s{0,3}$|"
    r"\s(?:here|because|since)(?![a-z])))|"
    r"looks like the (?:best|right|correct|closest|most)|fits(?: best| well|"
    r" perfectly)?(?=[.!,:;\s]|$)|works(?=[.!,\s]|$)|holds(?=[.!,\s]|$)|wins(?=[.!\s]|$)|"
    r"remains(?=[.!\s]|$)|survives|matches|satisfies|makes (?:the most )?sense"
    r"|(?:best|most accurately|most closely|more accurately|perfectly) \w+s(?![a-z])"
    r"|(?:describes|explains|captures|expresses|reflects|states|follows|obeys|meets) (?:this|these|that|it|the|all)"
    r"(?: [a-z-]{2,14}){0,2} (?:exactly|perfectly|precisely|best|correctly)(?=[*_]{0,3}(?:[.!]|\s{0,3}$))"
    r"|(?:follows|obeys|meets) (?:this|these|that|all(?: of)?(?: these| the)?) (?:rules?|criteri(?:a|on)|definitions?|"
    r"requirements?|conditions?|patterns?|constraints?|principles?|structure)(?=[*_]{0,3}(?:[.!]|\s{0,3}$))"
    r"|trifft(?: am ehesten)? zu|stimmt(?=[.!]|$)|(?:번)?(?:을|를)\s?(?:선택|고르|골)|درست|صحیح است"
    r"|(?:ist|wäre)\s(?:also |daher |somit |die |das |der |eindeutig |wohl )*(?:richtig|korrekt|einzig|beste|"
    r"zutreffend|antwort)"
    r"|(?:es|sería)\s(?:por tanto |entonces |la |el |claramente |única |opción |respuesta )*(?:correct[ao]|"
    r"respuesta|opción|mejor|adecuada)"
    r"|est\s(?:donc |la |le |bien |seule |bonne |réponse )*(?:correcte?|bonne|juste|exacte?|réponse|vraie)"
    r"|(?:é|está)\s(?:portanto |a |o |única |alternativa |resposta |opção )*(?:corret[ao]|cert[ao]|resposta|melhor)"
    r"|è\s(?:quindi |la |quella |risposta |unica )*(?:corrett[ao]|giust[ao]|risposta|migliore)"
    r"|jest\s(?:więc |to )*(?:poprawn|prawidłow)|is\s(?:dus |het |de )*(?:juist|correct|goed)|(?:doğru|şıkkı|"
    r"seçeneği)|là (?:đáp án|đúng|câu)|"
    r"đúng|adalah (?:jawaban|yang)|benar"
    r"|(?:[-—–]\s?)?(?:это\s)?(?:единственный |самый )?(?:верн|верен(?![а-я])|правильн)"
    r"|(?:选项|選項|项|項)?\s?(?:是|为|為)?\s?(?:最|唯一)?(?:正确|正確|对的|對的|合适|合適|符合|答案)"
    r"|(?:が|は|こそ)\s?(?:最も|唯一)?(?:正解|正しい|答え|適切|該当)|です(?=[。.\s]|$)"
    r"|(?:번)?(?:이|가)\s?(?:가장 )?(?:정답|맞|옳|답|적절)|번?(?:입니다|이다(?=[.\s]|$))"
    r"|(?:विकल्प )?(?:ही )?(?:सही|उत्तर)|(?:ই )?(?:সঠিক|উত্তর)|(?:هو|هي)\s(?:الإجابة|الجواب|الخيار|الصحيح)|صحيح"
    r")"
)
# Left of a praised or named letter: it is denied, or belongs to a rejected group.
_GROUP = r"\s{0,3}(?:the |that |only |both |also |option |choice |answer |[(*\"'“])*$"
DENIED_LEFT: Final = Phrases(
    (
        "not never neither nor unlike except why whether if unless assume assumes assumed assuming suppose supposed "
        "supposing imagine pretend pretends without nicht kein keine keinen keiner pas eliminate eliminates eliminated "
        "eliminating exclude excludes excluded excluding reject rejects rejected rejecting discard discards discarded "
        "discarding dismiss dismisses dismissed dismissing descarto descarta descartar descartado descartamos",
        "{}" + _GROUP,
    ),
    ("t", r"(?:n['’]t|\bcan['’]t be)" + _GROUP),
    (
        "explained described captured supported represented reflected summarized accounted illustrated expressed",
        r"(?:\b(?:not|never|cannot|hardly|scarcely|partly|partially)|n['’]t) (?:\w+ ){0,2}{} (?:for )?(?:by|in|as)"
        + _GROUP,
    ),
    (
        "than of out be es",
        r"\b(?:rather than|instead of|rules? out|ruled out|ruling out|cannot be|can['’]t be|no es)" + _GROUP,
    ),
    (
        "not never hardly scarcely cannot unlikely fails fail failed refuses t",
        r"(?:{}|n['’]t)\s(?:(?:also|ever|likely|possibly|really|actually|seem|seems|appear|to|be called|able) ){0,4}be"
        + _GROUP,
    ),
    ("", "(?:не|不是|排除|アウト)" + _GROUP),
)

# Left of "answer": what makes it none that the writer gives now.
_REJECTED_WORDS = (
    r"wrong|incorrect|false|invalid|rejected|eliminated|discarded|excluded|ruled[- ]out|worst|(?:second|next|third)"
    r"[- ](?:best|most likely)|runner[- ]up|tempting|(?<!most )(?<!only )(?<!best )(?:possible|plausible)|potential|"
    r"example|sample|dummy|hypothetical|na[iï]ve|alternative|alternate|previous|earlier|prior|initial|original|old|"
    r"outdated|first|common|popular|usual|typical|least [a-z]{2,14}|students?(?:['’]s|['’])?|users?(?:['’]s|['’])|bad|"
    r"his|her|poor|trap|distractor|intuitive|non|(?:last|previous) (?:year|time)(?:['’]s)?|backup|back-up|fallback|"
    r"secondary|less [a-z]{2,14}|weaker|lesser|(?<=the )(?:proposed|claimed|alleged|supposed|purported)"
)
REJECTED: Final[Pattern[str]] = re.compile(rf"(?<![a-z])(?:{_REJECTED_WORDS})[*_\"')\] -]{{1,4}}$")
REJECTED_ANSWER: Final[Pattern[str]] = re.compile(
    rf"(?<![a-z])(?:{_REJECTED_WORDS})[*_\"' -]{{1,4}}(?:answers?|(?<!first )(?:choice|option)s?)(?![a-z])"
)
# The same in other languages: left of the noun, and right of it.
REJECTED_LEFT: Final[Pattern[str]] = re.compile(
    r"(?:(?<!\w)(?:falsche[rns]?|mauvaise|fausse|verkeerd|foute?|неправильн\w{2,3}|неверн\w{2,3}|ошибочн\w{2,3}|yanlış|"
    r"невірна)\s|错误的?|錯誤的?|誤った|間違った|잘못된 |틀린 |गलत |ভুল )$"
)
REJECTED_RIGHT: Final[Pattern[str]] = re.compile(
    r"^\w+ (?:incorrect[ao]|incorrecte|errad[ao]|equivocad[ao]|errónea|fals[ao]|fausse|incorreta|sbagliata|errata|"
    r"salah|sai|خاطئة|الخاطئة|خطأ)(?!\w)"
)
