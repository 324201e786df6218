"""Words of other languages left of a label: it is denied, supposed, or one of several. Data only, by language.

The phrases end where the label stands, and are matched on its lower-cased sentence.
"""

from typing import Final

from mcqa_cli.modes.robust.phrases import Phrases

# What may stand between such words and the label: articles and nouns like "option".
_NOUNS: Final = (
    r"la|le|el|il|lo|a|o|die|der|das|de|het|l['’]|letra|lettre|lettera|letter|opci[oó]n|option|opção|opzione|optie|"
    r"alternativa|proposition|réponse|respuesta|resposta|risposta|antwort|lösung|antwoord|buchstabe|"
    r"odpowied[zź]\w{0,2}|"
    r"đáp án|phương án|câu|là|pilihan|opsi|huruf|jawaban|adalah|вариант\w{0,3}|ответ\w{0,2}|пункт|буква|это"
)
TO: Final = rf"\s{{0,2}}(?:(?:{_NOUNS})\s{{1,2}}){{0,3}}(?:l['’]option )?[(*\"'“«„]{{0,4}}$"
_IS: Final = (
    r"\s{0,2}(?:(?:es|son|sería|est|sont|serait|è|é|e|sono|são|ist|sind|wäre|lautet|lauten|is|zijn|to|jest|adalah|"
    r"ialah|"
    r"là)(?!\w)|[:：—–-])?"
)
_IS_CJK: Final = r"(?:是|为|為|[:：])?(?:选项|選項)?[\s“「『(（*]{0,4}$"
# To the label in the same clause.
_CLAUSE: Final = r"[^,;:—]{0,50}$"
_CLAUSE_CJK: Final = r"[^，,；。、]{0,24}$"

# "The answer is not", "it cannot be", "the wrong answer is".
DENIED_LEFT: Final = Phrases(
    ("no", r"\bno (?:es|era|ser[ií]a|son|sea|puede ser|pod[rí]{1,2}a ser)(?!\w)" + TO),
    ("no", r"^\s*no (?:elija[ns]?|escoja[ns]?|marques?)(?!\w)" + TO),
    ("non", r"\bnon (?:è|era|sarebbe|sono|può essere|potrebbe essere|scegliere)(?!\w)" + TO),
    ("n", r"\bn['’](?:est|était)(?!\w) (?:donc |certainement |sûrement )?(?:pas |jamais )?" + TO),
    ("ne", r"\bne (?:peut|saurait|serait|sera|doit|sont|faut)(?: donc)?(?: pas| jamais)? (?:être |choisir )?" + TO),
    ("nicht keinesfalls keineswegs niemals nie", r"\b{} (?:(?:richtig|korrekt|zutreffend) )?(?:ist |wäre )?" + TO),
    ("falsch inkorrekt unzutreffend", r"\b{} (?:ist|sind|wäre)(?!\w)" + TO),
    ("falsche falscher falschen", r"\b{} (?:antwort|option|lösung|möglichkeit)(?:en)?" + _IS + TO),
    (
        "kein keine keiner keines ninguna ninguno ning aucun aucune nessuna nessuno nenhuma nenhum",
        r"^\s*{}\b[^,;:]{0,50}\s(?:ist|es|est|è|é)\s" + TO,
    ),
    ("inte ikke nem", r"\b{}" + TO),
    ("nu", r"\bnu (?:este|e|poate fi)(?!\w)" + TO),
    ("ei", r"\bei (?:ole|voi olla)(?!\w)" + TO),
    ("fel feil", r"\b{} svar(?:et)?(?: är| er)?\s?:?\s?$"),
    ("", r"(?:\bnení|(?<!\w)(?:δεν (?:είναι|μπορεί να είναι)(?: η| το)?|אינה|אינו|איננה|לא|היא לא))\s[(*\"]{0,3}$"),
    ("", r"(?<!\w)(?:неправильна|невірна|хибна) (?:відповідь)?\s?[:—–-]?" + TO),
    ("niet geen", r"\b{}" + TO),
    ("foute verkeerde onjuiste", r"\b{} (?:antwoord|optie|keuze)" + _IS + TO),
    ("ni ani maupun nem", r"\b{}" + TO),
    ("weder noch", r"\bweder\s[^,;.]{1,40}\snoch" + TO),
    ("weder", r"\bweder" + TO),
    ("", r"(?<!\w)(?:né\s[^,;.]{1,40}\sné|ни|ne\s\(?[a-z]\)?\sne)" + TO),
    ("nie", r"\bnie (?:jest (?:to )?|może być )?" + TO),
    ("niepoprawna nieprawid", r"\b{}\w{0,6} (?:odpowied[źz]\w{0,2}|opcja)" + _IS + TO),
    (
        "incorrecta incorrectas falsa equivocada errada sbagliata scorretta errata incorreta incorrecte fausse",
        r"\b(?:respuesta|opci[oó]n|alternativa|letra|resposta|opção|risposta|opzione|réponse|reponse|option|"
        r"proposition)s? "
        r"{}" + _IS + TO,
    ),
    ("mauvaise fausse", r"\b{} (?:réponse|option)" + _IS + TO),
    ("salah keliru", r"\b(?:jawaban|pilihan|opsi) (?:yang )?{}" + _IS + TO),
    ("bukan bukanlah tidak jangan", r"\b{} (?:mungkin |akan |pilih |memilih )?" + TO),
    (
        "",
        r"(?:\bnão (?:é|era|seria|são|pode ser|poderia ser|marque|escolha)|respuesta errónea"
        + _IS
        + r"|błędn\w{1,3} (?:odpowied[źz]\w{0,2}|opcja)"
        + _IS
        + r"|(?<![а-я])(?:не (?:является |может быть |будет )?|(?:неправильн|неверн|ошибочн)\w{2,3} "
        r"(?:ответ|вариант)\w{0,3}\s?[:—–-]?)"
        r"|(?:không(?: phải| thể)?|chẳng phải|đừng|không nên)(?: là| chọn)?|(?:đáp án|câu trả lời|phương án) sai"
        + _IS
        + r"|\byanlış (?:cevap|yanıt|seçenek|şık|olan)\s?:?)"
        + TO,
    ),
    ("", r"(?:ไม่ใช่|ไม่ได้|ไม่ควร|อย่า|ไม่)\s?(?:เป็น|คือ|เลือก|ตอบ)?\s?(?:ข้อ|ตัวเลือก)?\s?[(*]{0,3}$"),
    ("", r"(?:คำตอบ|ข้อ|ตัวเลือก)ที่ผิด\s?(?:คือ|ได้แก่)?\s?(?:ข้อ)?\s?$"),
    (
        "",
        r"(?:(?<!\w)(?:و?ليست|و?ليس|لا يمكن أن (?:تكون|يكون)|لن (?:تكون|يكون))\s|"
        r"(?:الخاطئة|الخاطئ|الخطأ|خاطئة)\s?[:：]?\s?)"
        r"(?:(?:الإجابة|الجواب|هي|هو|الخيار|الحرف|خيار)\s?[:：]?\s?){0,3}[(*]{0,3}$",
    ),
    ("", r"(?<!\w)(?:गलत|ग़लत|ভুল) (?:उत्तर|विकल्प|जवाब|উত্তর|বিকল্প)\s?(?:है|हैं|হলো|হল)?\s?[:：]?\s?[(*]{0,3}$"),
    (
        "",
        r"(?:(?<!不得)不(?:可能|会|會|能|应该|應該|应|應|可|要|宜|该|該|太可能)?|并非|並非|绝非|絕非|切勿|勿|"
        r"(?<![分区區特类類级級個个差])[别別])"
        r"(?:再|会|會|答案)?(?:选择|選擇|选|選)?" + _IS_CJK,
    ),
    ("", r"(?<![，,故此以])(?:错误|錯誤)的?(?:答案|选项|選項|选择|選擇)" + _IS_CJK),
    (
        "",
        r"(?:不正解|(?:誤り|間違い|不適切な?)の?(?:選択肢|答え)|(?:誤った|間違った)(?:選択肢|答え))(?:は|：|"
        r":)[\s「(（]*$",
    ),
    ("", r"(?:(?:틀린|잘못된|옳지 않은)\s(?:답|선택지|보기)|오답)[은는]?\s?[:：]?\s?$"),
)

_THAT: Final = r"(?:,?\s(?:что|dass|que|che|że|dat)\s)?[^,;:]{0,40}$"

# "Perhaps it is", "many choose", "one could think": supposed or someone else's.
UNSTATED_LEFT: Final = Phrases(
    ("vielleicht eventuell angeblich", r"\b{}" + _CLAUSE),
    ("", r"\b(?:möglicherweise|womöglich|könnten?)(?!\w)[^;:—]{0,50}$"),
    ("peut", r"(?<!ne )\bpeut[- ]être(?: bien)?,?[^,;:—]{0,50}$"),
    ("pourrait pourraient", r"\b{}\b[^;:—]{0,50}$"),
    ("quizas quiz tal", r"\b(?:quiz[aá]s?|tal vez)(?!\w),?" + _CLAUSE),
    (
        "puede podr podria posible",
        r"\b(?:(?<!no )(?<!solo )(?<!sólo )(?:puede|podr[ií]a) ser(?!\w)|es posible que)" + _CLAUSE,
    ),
    ("talvez forse misschien wellicht belki kanske kanskje poate ehk", r"\b{}[äe]?,?" + _CLAUSE),
    ("pode poderia", r"(?<!só )\b{} ser" + TO),
    ("potrebbe", r"\b{} essere" + TO),
    ("mungkin barangkali jadi", r"(?<!paling )\b(?:mungkin|barangkali|bisa jadi)" + _CLAUSE),
    (
        "",
        r"(?:\bbyć może|(?<!nie )\bmoże(?: to)?|\bpuò essere(?! solo)|(?<![а-я])(?:возможно|может быть(?! только)|"
        r"вряд ли|"
        r"едва ли|якобы)|"
        r"có lẽ|có thể|hình như)(?!\w),?[^,;:—]{0,50}(?:\s[—–]\s[(*]{0,3})?$",
    ),
    ("", r"(?:อาจ(?:จะ)?|บางที)\s?(?:เป็น|คำตอบ)?\s?(?:คือ|เป็น)?\s?(?:ข้อ)?\s?$"),
    ("", r"(?<!\w)(?:ربما|لعل|قد (?:تكون|يكون))[^,،;:\n]{0,30}$"),
    ("", r"^\s*(?:क्या|هل)\s[^,;:\n]{0,40}$"),
    ("", r"(?<!\w)(?:शायद|हो सकता है कि|হয়তো|হয়তো)(?!\w)[^,;:\n]{0,40}$"),
    ("", r"(?:もしかし(?:て|たら|すると)|ひょっとし)" + _CLAUSE_CJK),
    ("", r"(?:혹시|어쩌면)[^,;:\n]{0,30}$"),
    (
        "",
        r"(?:(?<![最很极極有大不只])可能(?![性的])|或许|或許|也许|也許|说不定|說不定|难道|難道|究竟|到底|是否|"
        r"^假[设設定]|"
        r"误以为|誤以為|误认为|誤認為|误选|誤選|错选|錯選)" + _CLAUSE_CJK,
    ),
    ("", r"(?<!\w)(?:måske|možná|talán|ehkä|можливо|ίσως|אולי|شاید)(?!\w),?" + _CLAUSE),
    # "One of them is".
    ("eine einer eines eins", r"\b{} (?:davon|der|von)\b[^,;:]{0,40}$"),
    ("una uno um uma", r"\b{} (?:de|da|do|d)(?:s|l?l[aeo]s?)?\b[^,;:]{0,40}\s(?:es|é|è)\s" + TO),
    ("un une", r"\b{} des\b[^,;:]{0,40}\sest\s" + TO),
    ("", r"(?<![а-я])(?:одна|один|одно) из\s[^,;:]{0,40}\s[—–]\s" + TO),
    # "I do not think that", "I do not know whether".
    ("no", r"\bno (?:creo|pienso|s[eé]|estoy segur[oa]|me parece)(?!\w)[^;:.]{0,40}$"),
    ("non", r"\bnon (?:credo|penso|so|sono sicur[oa])(?!\w)[^;:.]{0,40}$"),
    ("ne", r"\bne (?:pense|crois|sais|suis)(?!\w)[^;:.]{0,40}$"),
    ("nicht", r"\b(?:glaube|denke|weiß|meine|bin) (?:\w+ )?nicht(?!\w)[^;:.]{0,40}$"),
    ("niet", r"\b(?:denk|weet|geloof|ben) (?:er )?niet(?!\w)[^;:.]{0,40}$"),
    ("nie", r"\bnie (?:sądz|wiem|myśl|uważam|jestem pewn)\w{0,3}[^;:.]{0,40}$"),
    ("tidak", r"\btidak (?:yakin|tahu|pikir|berpikir)[^;:.]{0,40}$"),
    (
        "",
        r"(?:\bnão (?:acho|acredito|sei|creio|penso|tenho certeza)|(?<![а-я])(?:не (?:думаю|считаю|уверена?|знаю)|"
        r"нельзя (?:сказать|утверждать)|разве|сомневаюсь)|không (?:nghĩ|biết|chắc)|لا (?:أعتقد|أعرف|أظن|أدري)|"
        r"नहीं (?:लगता|पता|मानता)|মনে হয় না)(?!\w)[^;:.\n]{0,40}$",
    ),
    (
        "",
        r"(?:不(?:太|敢)?(?:认为|認為|觉得|覺得)|不(?:能|好)(?:说|說|断定|斷定)|不(?:太)?(?:确定|確定|"
        r"知道)(?=[是答正选選到])|"
        r"难说|難說|无法(?:判断|确定|肯定)(?=[是答正选選到]))" + _CLAUSE_CJK,
    ),
    ("", r"(?:不一定|未必|不见得|不見得)(?:会|會|要)?(?:选择?|選擇?)?" + _IS_CJK),
    # What others choose.
    (
        "",
        r"(?:(?:很多|许多|許多|不少|多数|多數|大多|有些|有的|部分|一些|某些)(?:人|同学|同學|学生|學生|考生|读者|"
        r"讀者)?|有(?:些|的)?(?:人|同学|同學|学生|學生|考生)|"
        r"大家|常有人|容易|易)(?:们|們)?(?:都|会|會|常|常常|往往|会误|可能|就)?(?:错误地|錯誤地)?"
        r"(?:认为|認為|以为|以為|觉得|覺得|说|說|选择|選擇|选|選|错选|误选)(?:了)?(?:答案|选项|選項|正确答案)?"
        + _IS_CJK,
    ),
    ("", r"(?:为什么|為什麼|为何|為何)(?:不|会|會)?(?:选|選|是)" + _IS_CJK),
    (
        "viele manche einige oft leute meisten",
        r"\b{}\b[^,;:]{0,40}\b(?:wähl|nehm|halt|glaub|denk|mein|tipp|entscheid)\w{0,6}" + _THAT,
    ),
    ("viele manche einige", r"^\s*{}\s$"),
    (
        "beaucoup certains plusieurs souvent plupart",
        r"\b{}\b[^,;:]{0,40}\b(?:choisi|pens|croi|répond|opt|prenn|dis)\w{0,7}[^,;:]{0,40}$",
    ),
    (
        "muchos algunos varios gente muitos alguns molti alcuni tanti",
        r"\b{}\b[^,;:]{0,40}\b(?:elig|escog|cree|piens|dice|marca|respond|escolh|acha|pensa|acredita|scel|scegl|cred|"
        r"dicono|rispond)\w{0,6}[^,;:]{0,40}$",
    ),
    ("velen sommigen", r"\b{}\b[^,;:]{0,30}\b(?:kie|denk|gelov)\w{0,5}" + _THAT),
    ("apakah czy", r"^\s*{}\s[^,;:\n]{0,40}$"),
    ("wielu", r"\b{}\b[^,;:]{0,30}\b(?:wybier|myśl|uważa|sądz)\w{0,5}" + _THAT),
    (
        "banyak beberapa sebagian sering",
        r"\b{}\b[^,;:]{0,40}\b(?:memilih|menjawab|mengira|menganggap|berpikir)[^,;:]{0,30}$",
    ),
    (
        "",
        r"(?<![а-я])(?:многие|некоторые|часто|обычно|ошибочно|большинство)(?![а-я])[^,;:]{0,30}"
        r"(?:выбира|счита|дума|отвеча|полага|говор)[а-я]{1,5}" + _THAT,
    ),
    ("", r"\b(?:nhiều|một số|vài|đa số) (?:người|bạn|học sinh|thí sinh|em)(?!\w)" + _CLAUSE),
    ("", r"(?:หลายคน|บางคน|คนส่วนใหญ่)[^\n]{0,30}$"),
    ("", r"\b(?:çoğu|birçok|bazı) (?:kişi|öğrenci|insan)\w{0,5}" + _CLAUSE),
    ("", r"(?<!\w)(?:كثيرون|كثير من|البعض|بعض الناس|بعض الطلاب)\s[^,،;:\n]{0,30}$"),
    ("", r"(?<!\w)(?:कई|कुछ|बहुत से|अधिकांश) (?:छात्र|लोग|विद्यार्थी)[^,;:\n]{0,30}$"),
    ("", r"(?<!\w)(?:অনেকে|কেউ কেউ)[^,;:\n]{0,30}$"),
    ("", r"(?:多くの|大半の|一部の)(?:人|学生|生徒|受験者)(?:が|は)" + _CLAUSE_CJK),
    ("", r"(?:많은|일부|대부분의) (?:학생|사람|수험생)\w{0,3}\s[^,;:\n]{0,20}$"),
)

# A sentence that starts with a condition and names the answer of that case. "If we …" only tells how it was found.
_AND: Final = (
    r"(?:^[\s*_>-]{0,6}|\*\* )(?:(?:aber|doch|mais|et|pero|y|mas|e|ma|но|а|tetapi|namun|maar|ale|nhưng|लेकिन|কিন্তু)\s)?"
)
WOULD: Final = (
    r"(?:wäre|würde|lautete|hieße|serait|sería|seria|sarebbe|(?:был|была|было|будет) бы|byłaby|byłoby|byłby|"
    r"brzmiałaby|zou|was|olurdu|होता|হতো|হত|لكانت|لكان)"
)
_NOT_ENGLISH: Final = r"(?!.*\b(?:the|so|answer)\b)"
CONDITION_LEFT: Final = Phrases(
    ("wenn falls sofern", _AND + r"{} (?!(?:wir|man|ich|du) )[^,]{3,140},\s(?:dann |so )?[^,;:]{0,40}$"),
    (
        "wenn falls si se als jika",
        _AND + rf"{{}}\s[^.]{{3,160}}(?<!\w){WOULD}(?!\w)[^,;:]{{0,30}}$",
    ),
    ("s", _AND + r"s['’]ils?\s[^,]{3,140},\s[^,;:]{0,40}$"),
    (
        "si",
        _AND
        + r"si (?!(?:on|l['’]on|nous|tu|vous|je|se|no me|\w{2,16}mos|units?|system|base) )"
        + _NOT_ENGLISH
        + r"[^,]{3,140},\s(?:entonces |alors )?[^,;:]{0,40}$",
    ),
    (
        "se caso",
        _AND
        + r"{} (?!(?:si|non sbaglio,|não me|trata|sabe|observa|puede|cumple|ve|\w{2,16}(?:mos|iamo)) )"
        + _NOT_ENGLISH
        + r"[^,]{3,140},\s"
        r"(?:então |allora )?[^,;:]{0,40}$",
    ),
    ("als", _AND + r"als (?!(?:we|wij|je|men|ik) )" + _NOT_ENGLISH + r"[^,]{3,140},\s(?:dan )?[^,;:]{0,40}$"),
    (
        "jika kalau apabila bila seandainya andai",
        _AND + r"{} (?!(?:kita|kami) )[^,]{3,140},\s(?:maka )?[^,;:]{0,40}$",
    ),
    ("gdyby", _AND + r"gdyby\s[^,]{3,140},\s[^,;]{0,40}$"),
    (
        "",
        _AND
        + r"(?:wäre|wären|hätte|hätten|würde|würden|fände|ginge)\s[^,]{3,140},\s(?:dann |so )?"
        + WOULD
        + r"(?!\w)[^,;:]{0,30}$",
    ),
    ("", _AND + r"(?:jeśli|jeżeli) (?!\w{2,16}my )[^,]{3,140},\s(?:to )?[^,;:]{0,40}$"),
    ("", _AND + r"если (?!(?:мы|я|[а-я]{3,16}(?:ть|ем|им|ём|ться)) )[^,]{3,140},\s(?:то )?[^,;:]{0,40}$"),
    ("", _AND + r"если (?:бы )?(?:правильн\w+ )?(?:ответ\w{0,2}|верн\w{2,3})[^,]{0,12}$"),
    ("", _AND + r"если бы\s[^,]{3,140},\s[^,;]{0,40}$"),
    ("", _AND + r"nếu (?!(?:ta|tôi|chúng ta|mình|thay|tính|giải|áp dụng) )[^,]{3,120}?(?:,|\sthì)\s[^,;:]{0,40}$"),
    ("", r"(?:ถ้า|หาก)(?!เรา|แทน)(?:(?!ดังนั้น|จึง|เพราะ)[^\n]){2,60}$"),
    ("", r"^\s*eğer\s(?![^.]{0,60}[sş][ae]k\s)[^.]{3,100}$|\w(?:saydı|seydi)\s[^.,;]{0,40}$"),
    ("", r"^\s*و?(?:إذا|لو|إن كان(?:ت)?)\s(?!\S{2,12}نا\s)(?:(?!لذلك|إذن|وبالتالي)[^\n]){3,80}$"),
    ("", _AND + r"(?:यदि|अगर)\s(?!हम\s)[^\n]{3,80}?\sतो\s[^,;:]{0,40}$"),
    ("", _AND + r"যদি\s(?!আমরা\s)[^\n]{3,80}?\s(?:তাহলে|তবে)\s[^,;:]{0,40}$"),
    (
        "",
        r"^\s*(?:ただし|しかし|また)?、?(?:もし|仮に)(?!かし)[^。]{2,60}(?:ば|なら|たら|とき|場合は?)、?[^、。]{0,14}$",
    ),
    ("", r"(?<!それ)(?<!これ)(?<!そう)(?:ならば?|であれば)、[^、。]{0,10}$"),
    ("", r"(?:만약|만일)\s[^.]{2,60}면,?\s[^,.]{0,14}$|(?<!그렇)(?:다면|라면),?\s[^,.]{0,12}$"),
    (
        "",
        r"^(?:【[^】]{1,6}】|但)?\s?(?:如果|若|假如|假若|倘若|要是)(?:答案)?(?:选择?|選擇?|是|为|為)(?:选项|"
        r"選項)?[\s“「(（*]{0,4}$",
    ),
    (
        "",
        r"^\s*(?:但|而|不过|不過|另外|反之)?[，,]?(?:如果|若(?!干)|假如|假若|倘若|要是|假设|假設)"
        r"(?!我们|我們|把|将|將|设|設|取|令|按|用|以|代入|考虑|考慮)"
        r"[^，,]{1,40}[，,]\s?(?:那么|那麼|则|則|就|那|此时|此時|这时)?(?:正确|正確)?的?(?:答案|选项|選項|结果|結果)?"
        r"(?:就|会|會|应|應|应该|應該|该|該|才|可|要)?(?:选择|選擇|选|選)?" + _IS_CJK,
    ),
)
# A label is the second of a list: the words between it and the first, right behind that one.
AND_OR: Final = (
    r"(?:und|oder|sowie|y|o|u|et|ou|ou bien|e|oppure|en|of|lub|albo|i|oraz|veya|ya da|ve|hoặc|hay|và|atau|dan|eller|"
    r"och|og|sau|și|nebo|vagy|és|tai|ja|або|та|ή|και|או|یا|или|либо|"
    r"и|أو|أم|و|या|अथवा|और|एवं|तथा|বা|অথবা|এবং|ও|หรือ|และ|또는|혹은|및|그리고)"
)
LISTED_LEFT: Final = (
    rf"(?<![a-z0-9'’])([a-z])[)*]{{0,3}}(?:,?\s{AND_OR}\s(?:la |le |el |il |a |o |die |ข้อ\s?)?|"
    r"\s?(?:번)?(?:이나|나|와|과)\s|\s?(?:或者?|和|与|與|及|还是选?|還是選?|または|もしくは|あるいは|か|と|や|"
    r"、)\s?)[(*]{0,3}$"
)
