"""Words of other languages right of a label: it is denied, supposed, or one of several. Data only, by language.

The patterns start where the label ends, and are matched on the lower-cased line. Also the headings of other answers.
They are compiled where they are first met.
"""

from typing import Final

from mcqa_cli.modes.robust.foreign_left import AND_OR, TO, WOULD

# What may stand between the label and what is said of it: its text in brackets, a noun like "option".
OWN: Final = (
    r"(?:\s?[（(][^()（）\n]{1,80}[)）])?(?:项|項|选项|選項|答案|番|の選択肢|번|\s(?:şıkkı|seçeneği|"
    r"विकल्प)(?!\w))?[*_]{0,3}"
)
# No label follows, else the words belong to that one: "C, nicht A".
_ALONE: Final = r"(?!\s{0,2}(?:ข้อ|(?:la|là|jest|es|opsi|pilihan|đáp án)\s)?\s{0,2}[(*\"]{0,3}[a-z](?![a-z]))"
_ADVERBS: Final = (
    r"(?:also |daher |somit |damit |eindeutig |offensichtlich |klar |hier |sicher |deshalb |auch |donc |clairement |"
    r"manifestement |claramente |dus |duidelijk )?"
)
# By the first word behind the label, in Latin letters.
DENIED_RIGHT_LATIN: Final = (
    rf"\s(?:(?:ist|wäre|war|kann|scheidet|trifft)\s{_ADVERBS}(?:nicht(?!\w)|falsch|inkorrekt|unzutreffend|"
    rf"ausgeschlossen|"
    r"aus(?!\w))|nicht (?:wählen|nehmen)|"
    rf"n['’]est {_ADVERBS}pas|ne (?:peut|saurait|convient)(?!\w)|est {_ADVERBS}(?:faux|fausse|incorrecte?|erronée?|"
    r"à exclure|exclue?|à écarter|éliminée?)(?!\w)|"
    rf"no (?:es|puede|sería|cumple)(?!\w)|es {_ADVERBS}(?:incorrect[ao]|fals[ao]|errónea?|errad[ao])(?!\w)|"
    r"está (?:mal|descartad[ao]|equivocad[ao]|errad[ao]|incorret[ao])(?!\w)|"
    r"não (?:é|pode|está)(?!\w)|é (?:incorret[ao]|fals[ao]|errad[ao])(?!\w)|"
    r"non (?:è|può)(?!\w)|è (?:sbagliat[ao]|errat[ao]|fals[ao]|scorrett[ao]|esclus[ao])(?!\w)|"
    rf"is {_ADVERBS}(?:fout|onjuist|verkeerd|niet|uitgesloten)(?!\w)|klopt niet|kan niet|"
    r"nie (?:jest|może|pasuje)(?!\w)|jest (?:błędn|niepoprawn|nieprawidłow|fałszyw)\w{1,3}|"
    rf"(?:không (?:phải(?: là)?|đúng|thể|chính xác)|sai|là (?:đáp án |câu trả lời |phương án )?sai)(?!\w){_ALONE}|"
    rf"(?:bukan(?:lah)?|salah|tidak (?:tepat|benar|mungkin|sesuai)|keliru)(?!\w){_ALONE}|"
    r"(?:(?:doğru|cevap|yanıt)\s){0,2}(?:değil|yanlış|hatalı)\w{0,3}|olamaz)"
)
DENIED_RIGHT_OTHER: Final = (
    r"(?:是|都|并|並|也|明显|明顯|显然|顯然)?(?:不(?:对|對|正确|正確|符合|成立|合适|合適|选(?=[。，,.]|$)|"
    r"選(?=[。，,.]|$)|是(?:正确|正確)?的?"
    r"(?:答案|选项|選項|选择|選擇))|错|錯|有误|有誤|错误|錯誤|是?(?:错|錯)(?:误|誤)?的|被?排除|[，,](?:就|则|"
    r"則)?(?:错|錯|不对|不對)(?:了|误|誤)?(?=[。.！!]|$))|"
    r"(?:が|は|も)?(?:正解|正しい(?:答え|選択肢)?|適切|正答|答え|だ)?(?:では|じゃ|でも|とは|とも)"
    r"(?:ない(?!か)|なく|なかっ|ありません|ありえ|あり得|限ら|限り|言え|いえ|言いがた)|"
    r"(?:が|は|も)(?:正しく(?:ない|ありません)|誤り|間違|不正解|不適切|違)|以外(?:です|である|だ|の(?:選択肢|もの|"
    r"どれか))|を(?:選ば(?:ない|ず)|選んではいけ|除)|"
    r"\s?(?:이|가|은|는|도)?\s?(?:정답(?:이|은)?|옳은 답이|답(?:이|은)?)?\s?(?:아니(?!라)|아닙|아님|"
    r"아닌(?!\s?\(?[a-z])|"
    r"옳지 않|"
    r"맞지 않|틀리|틀렸|틀린|오답|적절하지 않)|\s?(?:이외|외)의\s|이라?고 (?:볼|할|말할) 수 없|(?:가|이) (?:정답|"
    r"답)이라?고 (?:볼|할|말할) 수 없|라고 하기 어렵|(?:일|될) 수 (?:는 )?없|(?:를|을) (?:선택하|고르)면 (?:안|틀)|"
    r"\s?(?:ही |भी )?(?:सही )?(?:उत्तर |विकल्प |जवाब )?(?:नहीं|गलत|ग़लत)|"
    r"\s?(?:টি )?(?:সঠিক )?(?:উত্তর |বিকল্প )?(?:নয়|নয়|হতে পারে না|ভুল)|"
    r"\sنیست|\s(?:är|er) (?:inte|ikke|fel|forkert)(?!\w)|"
    rf"\s?(?:هي |هو )?(?:ليست|ليس|غير صحيح|خاطئ|خطأ|لا يمكن){_ALONE}|"
    r"\s?(?:[—–-]\s)?(?:это\s)?(?:(?:неверный|неправильный|ошибочный) (?:ответ|вариант)|(?:—\s)?неверен|(?:—\s)?"
    r"не (?:является|верен|подходит|может)|(?:[—–-]\s)?неправильный(?=[.!,]|$))|"
    rf"\s?(?:ไม่ใช่|ไม่ถูก|ผิด){_ALONE}"
)
# "A ではなく C": another label stands in its place.
INSTEAD_RIGHT: Final = (
    r"(?:では|じゃ)なく(?:て)?[、,\s]{0,3}(?:むしろ)?|\s?(?:이|가)?\s?아니(?:라|고)[,\s]{1,3}|\s?(?:이|가)?\s?아닌\s|"
    r"\s(?:नहीं|न)(?:\sहै)?[,\s]{1,3}(?:बल्कि |किन्तु |किंतु |लेकिन |परंतु )?|\s(?:নয়|নয়|না)[,\s]{1,3}(?:বরং |কিন্তু )?|"
    r"\sنیست[،,]?\s(?:بلکه )?|"
    r"\sdeğil(?:dir)?[,\s]{1,3}(?:aksine )?"
)
# The same behind a label that was denied by the words left of it: "not A but C".
INSTEAD: Final = (
    r"\s?[,،]?\s(?:بل|وإنما|إنما|ولكن|لكن)\s(?:هي |هو )?|,?\s(?:mà là|mà)\s|\s?(?:แต่เป็น|แต่คือ)\s?(?:ข้อ\s?)?|"
    r",?\s(?:melainkan|tetapi|tapi|sino|mas sim|mas|e sim|senão|ma|bensì|mais bien|mais|sondern|maar|lecz|ale|tylko|"
    r"utan|men|ci|αλλά|אלא|"
    r"а)\s"
    r"|,\sc['’]est\s|[,，]?(?:而是|而应该?[是为选]|应该?[是为选]|應該?[是為選]|而選|而选)"
)
# "A かもしれません": only supposed, or asked.
UNSTATED_RIGHT: Final = (
    r"(?:が正解|だ|である|が答え)?(?:かも(?:しれ|知れ)|かも(?=[。、\s]|$)|の可能性)|(?:だ|が正解だ)?と(?:思う|"
    r"考える|答える)"
    r"(?:人|かも)|(?:が正解|が正しい|だ|である)?(?:かどうか|とは思(?:いません|わな|えな|えま))|も(?:正解|正しい|"
    r"答え)|を選(?:ぶ|んだ)(?:人|学生)|(?:です|でしょう|だろう)?(?:う)?か[？?。]|(?:です|でしょう)か$|"
    r"なら(?!ない)|"
    r"\s?(?:가|이)?\s?(?:정답)?(?:일 수도|일지도|일 가능성)|(?:입니까|인가요|일까요)|인지\s|(?:를|을) (?:고르|"
    r"선택하)기 쉽|(?:이?라고|으로) 생각(?:하기|"
    r"할|하는 사람)|"
    r"이?라면|\sहो सकता है|\sহতে পারে(?! না)|\s(?:है|হয়)\s?[?？]|\s(?:mı|mi|mu|mü)(?:dir)?\s?[?]|\solabilir|"
    r"\solduğunu (?:sanm|düşünm|bilm)|\sใช่ไหม|"
    r"\s?[?？؟]|"
    r"也(?:是?正确|是?正確|对(?!于)|對(?!於))|的话|的話|(?:吗|嗎|么？|呢[？?，,])|的(?:人|同学|同學|学生|學生|考生)|"
    r"还是选?|還是選?|"
    r"\s(?:wäre|würde|sería|serait|sarebbe|seria|byłaby)\b[^.!?\n]{0,40}\s(?:wenn|falls|si|se|jeśli|gdyby)(?!\w)|"
    r"\s(?:kunnen|könnte|sein könnte)(?!\w)"
)
# A condition behind an answer in the conditional mood: "die Antwort wäre A, wenn …".
WOULD_LEFT: Final = rf"(?<!\w){WOULD}(?!\w)" + TO
CONDITION_RIGHT: Final = r",?\s(?:wenn|falls|si|s['’]il|se|als|если|jeśli|gdyby)(?!\w)"
# "C, A and B are wrong": the labels behind the comma are no list with the first.
OTHERS_WRONG: Final = (
    rf"[,，;；。]\s?(?:(?:而|y|e|et|und|en|i|и)\s?)?(?:(?:die|las?|les?|as|le|选项|選項) )?[a-z](?:(?:[、,，]\s?|"
    rf"\s?[和与與及と]\s?|"
    rf",?\s{AND_OR}\s)(?:la |le |a )?[a-z](?![a-z])){{0,8}}(?:项|項|选项|選項)?(?:都|均|皆|则|則|也|明显|显然)*\s?"
    r"(?:不(?:对|對|正确|正確|符合)|错|錯|有误|有誤|被?排除|"
    r"(?:sind|son|sont|sono|são|zijn|są) (?:falsch|incorrect|fals|fauss|sbagliat|errat|errad|incorret|fout|onjuist|"
    r"błędn)|"
    r"(?:неверны|неправильны)|は(?:誤り|間違|不適切)|はいずれも)"
)
# What may follow the second label of a list.
LIST_ENDS: Final = (
    r"\s{0,2}(?:$|[.,;:!?。，；：！？।\n)）、]|(?:है|हैं|होंगे|होगा|なの|です|だ|である|の(?:両方|どちら|いずれ|"
    r"二つ)|입니다|이다|이며|중|둘|"
    r"모두|است|都|均|两|兩|দুটি|উভয়|sind|son|sont|sono|são|zijn|beide|var|ambas|ambos|entrambe)(?![a-z]))"
)
LIST_RIGHT: Final = (
    rf"(?:(?:\sहै)?,?\s{AND_OR}\s(?:la |le |el |il |a |o |die |ข้อ\s?|option |opción |antwort )?|"
    r"\s?(?:번)?(?:이나|나|와|과)\s|\s?(?:或者?|和|与|與|及|还是选?|還是選?|または|もしくは|あるいは|か|と|や|"
    r"、)\s?)[(*\"“「]{0,3}"
)

# ------------------------------------------------------------------------------------------------------ other answers

# Left or right of a noun like "answers": the heading of what is said of the rest.
OTHERS_LEFT: Final = (
    r"(?:(?<!\w)(?:остальны[ехм]{1,2}|други[ехм]{1,2}|прочи[ехм]{1,2}|andere[nrs]?|übrigen?|restlichen?|weiteren?|"
    r"autres|otras|"
    r"otros|demás|outras|demais|altre|overige|pozostał[eay]|inne|diğer|अन्य|बाकी|दूसरे|অন্যান্য|অন্য|বাকি|다른|나머지)\s|"
    r"(?:其他|其它|其余|其餘|别的|別的|剩下)的?|(?:其他|其它|其余|其餘|别的)[^\n：:。，]{1,8}不|(?:その)?他の|"
    r"ほかの|残りの|それ以外の)$"
)
OTHERS_RIGHT: Final = (
    r"^\w+\s?(?:الأخرى|أخرى|khác|còn lại|lain(?:nya)?|อื่น)(?!\w)|^(?:câu trả lời|đáp án)\s(?:khác|còn lại)|^คำตอบอื่น"
)
