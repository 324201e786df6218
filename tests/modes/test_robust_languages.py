"""Mode robust: other languages than English: denied, supposed, listed, another case, and short sentences."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

METALS = Question(Choices(tuple("ABCD"), ("Fe 26", "Cu 29", "Ag 47", "Au 79")))
TOWNS = Question(Choices(tuple("ABC"), ("奈良", "神戸", "福岡")))
CITIES = Question(Choices(tuple("ABC"), ("광주", "수원", "제주")))
WORDS = Question(Choices(tuple("ABC"), ("el cobre", "la plata", "el oro")))

NO_ANSWER = [
    # Denied.
    pytest.param("该题答案绝不可能是B。", id="zh: cannot be"),
    pytest.param("这里不宜选B。", id="zh: should not be chosen"),
    pytest.param("B（Cu 29）不正确。", id="zh: its text in brackets, not correct"),
    pytest.param("此題答案並非D。", id="zh, traditional: is not"),
    pytest.param("選項D不正確。", id="zh, traditional: not correct"),
    pytest.param("この問題の答えはBではありません。", id="ja: is not"),
    pytest.param("Dは正しい答えではない。", id="ja: is no right answer"),
    pytest.param("이 문제의 정답은 B가 아닙니다.", id="ko: is not"),
    pytest.param("D는 옳지 않습니다.", id="ko: not right"),
    pytest.param("इस प्रश्न का उत्तर B नहीं है।", id="hi: is not"),
    pytest.param("D सही नहीं है।", id="hi: not right"),
    pytest.param("এই প্রশ্নের উত্তর B নয়।", id="bn: is not"),
    pytest.param("الجواب الصحيح ليس B.", id="ar: is not"),
    pytest.param("الخيار D غير صحيح.", id="ar: not right"),
    pytest.param("Здесь ответ не может быть B.", id="ru: cannot be"),
    pytest.param("D — неверный ответ.", id="ru: a wrong answer"),
    pytest.param("Die Lösung kann nicht B sein.", id="de: cannot be"),
    pytest.param("Antwort **D** ist falsch.", id="de: in bold type, is wrong"),
    pytest.param("La solution n'est pas la B.", id="fr: is not"),
    pytest.param("La réponse **D** est fausse.", id="fr: in bold type, is wrong"),
    pytest.param("La solución correcta no es la B.", id="es: is not"),
    pytest.param("A solução correta não é a letra B.", id="pt: is not"),
    pytest.param("La soluzione corretta non è la B.", id="it: is not"),
    pytest.param("Câu trả lời không phải là B.", id="vi: is not"),
    pytest.param("คำตอบของข้อนี้ไม่ใช่ B", id="th: is not"),
    pytest.param("Bu sorunun cevabı B değil.", id="tr: is not"),
    pytest.param("D seçeneği yanlıştır.", id="tr: is wrong"),
    pytest.param("Jawaban soal ini bukan B.", id="id: is not"),
    pytest.param("Het goede antwoord is niet B.", id="nl: is not"),
    pytest.param("Właściwa odpowiedź to nie B.", id="pl: is not"),
    pytest.param("Weder B noch D ist richtig.", id="de: neither nor"),
    pytest.param("Ni B ni D es correcta.", id="es: neither nor"),
    pytest.param("Rätt svar är inte B.", id="sv: is not"),
    pytest.param("Správná odpověď není B.", id="cs: is not"),
    pytest.param("Răspunsul corect nu este B.", id="ro: is not"),
    pytest.param("Η σωστή απάντηση δεν είναι B.", id="el: is not"),
    pytest.param("התשובה הנכונה אינה B.", id="he: is not"),
    pytest.param("پاسخ درست B نیست.", id="fa: is not"),
    # A noun that says it is wrong.
    pytest.param("本题的错误答案是D。", id="zh: the wrong answer"),
    pytest.param("誤った選択肢はDです。", id="ja: the wrong option"),
    pytest.param("틀린 답은 D입니다.", id="ko: the wrong answer"),
    pytest.param("गलत उत्तर D है।", id="hi: the wrong answer"),
    pytest.param("الإجابة الخاطئة هي D.", id="ar: the wrong answer"),
    pytest.param("Die falsche Lösung ist D.", id="de: the wrong solution"),
    pytest.param("La mauvaise réponse est la D.", id="fr: the wrong answer"),
    pytest.param("La respuesta equivocada es la D.", id="es: the wrong answer"),
    pytest.param("Jawaban yang keliru adalah D.", id="id: the wrong answer"),
    pytest.param("Đáp án sai là D.", id="vi: the wrong answer"),
    # Only supposed, not known, or what others choose.
    pytest.param("答案也许是D。", id="zh: perhaps"),
    pytest.param("不少考生会误选D。", id="zh: many choose it wrongly"),
    pytest.param("我不认为答案是D。", id="zh: I do not think"),
    pytest.param("正解はDかもしれません。", id="ja: may be"),
    pytest.param("多くの学生がDを選びます。", id="ja: what many choose"),
    pytest.param("정답은 D일 수도 있습니다.", id="ko: may be"),
    pytest.param("उत्तर D हो सकता है।", id="hi: may be"),
    pytest.param("ربما تكون الإجابة D.", id="ar: perhaps"),
    pytest.param("Вряд ли верный ответ D.", id="ru: hardly"),
    pytest.param("Некоторые считают, что ответ D.", id="ru: some think"),
    pytest.param("Vielleicht ist die Lösung D.", id="de: perhaps"),
    pytest.param("Ich glaube nicht, dass die Antwort D ist.", id="de: I do not think"),
    pytest.param("Certains disent que la réponse est D.", id="fr: some say"),
    pytest.param("No sé si la respuesta es D.", id="es: I do not know"),
    pytest.param("Talvez a resposta seja D.", id="pt: perhaps"),
    pytest.param("Forse la risposta è D.", id="it: perhaps"),
    pytest.param("Misschien is het antwoord D.", id="nl: perhaps"),
    pytest.param("Być może odpowiedź to D.", id="pl: perhaps"),
    pytest.param("Có lẽ đáp án là D.", id="vi: perhaps"),
    pytest.param("คำตอบอาจเป็น D", id="th: may be"),
    pytest.param("Belki cevap D.", id="tr: perhaps"),
    pytest.param("Mungkin jawabannya D.", id="id: perhaps"),
    pytest.param("Kanske är svaret D.", id="sv: perhaps"),
    pytest.param("Можливо, відповідь D.", id="uk: perhaps"),
    # Several.
    pytest.param("该选B还是选D？", id="zh: this or that"),
    pytest.param("正解はBまたはDです。", id="ja: this or that"),
    pytest.param("정답은 B와 D입니다.", id="ko: two of them"),
    pytest.param("सही उत्तर B या D है।", id="hi: this or that"),
    pytest.param("উত্তর B অথবা D।", id="bn: this or that"),
    pytest.param("As opções certas são B e D.", id="pt: two of them"),
    pytest.param("คำตอบคือ B หรือ D", id="th: this or that"),
    # A condition.
    pytest.param("如果加热，则选B；如果冷却，则选D。", id="zh: two cases"),
    pytest.param("もし加熱するなら、答えはBです。", id="ja: if"),
    pytest.param("만약 가열한다면 정답은 B입니다.", id="ko: if"),
    pytest.param("यदि गर्म किया जाए, तो उत्तर B है।", id="hi: if"),
    pytest.param("إذا سخن المعدن فالإجابة هي B.", id="ar: if"),
    pytest.param("Если металл нагреть сильнее, ответ B.", id="ru: if"),
    pytest.param("Wenn das Metall warm ist, lautet die Antwort B.", id="de: if"),
    pytest.param("Si le métal est chaud, la réponse est B.", id="fr: if"),
    pytest.param("Si el metal estuviera caliente, la respuesta sería B.", id="es: if it were"),
    pytest.param("Als het metaal warm is, is het antwoord B.", id="nl: if"),
    pytest.param("B wäre richtig, wenn das Metall warm wäre.", id="de: would be right, if"),
]

ANSWERS = [
    # Not this but that.
    pytest.param("本题答案不是B，而是C。", id="zh: not, but"),
    pytest.param("正解はBではなく、Cです。", id="ja: not, but"),
    pytest.param("정답은 B가 아니라 C입니다.", id="ko: not, but"),
    pytest.param("सही उत्तर B नहीं, बल्कि C है।", id="hi: not, but"),
    pytest.param("সঠিক উত্তর B নয়, বরং C।", id="bn: not, but"),
    pytest.param("الجواب ليس B، بل هو C.", id="ar: not, but"),
    pytest.param("Das ist nicht B, sondern C.", id="de: not, but"),
    pytest.param("Ce n'est pas B, mais C.", id="fr: not, but"),
    pytest.param("A solução não é B, mas sim C.", id="pt: not, but"),
    pytest.param("Doğru cevap B değil, C.", id="tr: not, but"),
    pytest.param("Jawabannya bukan B, melainkan C.", id="id: not, but"),
    pytest.param("Đáp án không phải là B mà là C.", id="vi: not, but"),
    pytest.param("Svaret är inte B utan C.", id="sv: not, but"),
    pytest.param("Η απάντηση δεν είναι B αλλά C.", id="el: not, but"),
    pytest.param("La solución es C y no B.", id="es: and not"),
    pytest.param("Ni B ni D, mais C.", id="fr: neither nor, but"),
    pytest.param("Odpověď je C.", id="cs: is"),
    # Another case behind the answer.
    pytest.param("正确答案是C。若问的是导电性，则选B。", id="zh: another case"),
    pytest.param("答えはCです。もし色を問うなら、答えはBです。", id="ja: another case"),
    pytest.param("정답은 C입니다. 만약 색을 묻는다면 정답은 B입니다.", id="ko: another case"),
    pytest.param("Die Lösung ist C. Wäre nach der Farbe gefragt, wäre die Lösung B.", id="de: another case"),
    pytest.param("La réponse est C. Si l'on demandait la couleur, la réponse serait B.", id="fr: another case"),
    pytest.param("La respuesta es C. Si se pidiera el color, la respuesta sería B.", id="es: another case"),
    pytest.param("A resposta é C. Se pedissem a cor, a resposta seria B.", id="pt: another case"),
    pytest.param("Ответ: C. Если бы спросили о цвете, ответ был бы B.", id="ru: another case"),
    # The other answers, and what others choose.
    pytest.param("答案：C\n\n其他选项：\nA：铁\nB：铜", id="zh: the other options"),
    pytest.param("正解：C\n\n他の選択肢：\nA：鉄\nB：銅", id="ja: the other options"),
    pytest.param("Ответ: C\n\nДругие ответы:\nA мягче.\nB дешевле.", id="ru: the other answers"),
    pytest.param("Die Antwort ist C.\n\nDie übrigen Antworten:\nA rostet.\nB läuft an.", id="de: the other answers"),
    pytest.param("La respuesta es C.\n\nLas demás respuestas:\nA se oxida.\nB es rojo.", id="es: the other answers"),
    pytest.param("La réponse est C.\n\nLes autres réponses :\nA rouille.\nB est rouge.", id="fr: the other answers"),
    pytest.param("本题应选C，很多考生误选B。", id="zh: many choose another"),
    pytest.param("Obwohl viele B wählen, ist die Antwort C.", id="de: although many choose another"),
    pytest.param("La respuesta es C, A y B son incorrectas.", id="es: the answer, others are wrong"),
    pytest.param("本题选C，A、B均错误。", id="zh: the answer, others are wrong"),
    # What looks denied or supposed, and is not.
    pytest.param("若x为正，则x+1也为正，故选C。", id="zh: a condition of the reasoning"),
    pytest.param("不得不选C。", id="zh: one must choose it"),
    pytest.param("最可能的答案是C。", id="zh: the most likely"),
    pytest.param("答案只可能是C。", id="zh: can only be"),
    pytest.param("因此，不正确的是C。", id="zh: what the question asks for is incorrect"),
    pytest.param("それなら、答えはCです。", id="ja: then"),
    pytest.param("그렇다면 정답은 C입니다.", id="ko: then"),
    pytest.param("정답은 C라고 생각합니다.", id="ko: I think"),
    pytest.param("यदि हम मान रखें, तो उत्तर C है।", id="hi: if we"),
    pytest.param("Если подставить числа, ответ C.", id="ru: if one"),
    pytest.param("Wenn man kürzt, ist die Antwort C.", id="de: if one"),
    pytest.param("Si no me equivoco, la respuesta es C.", id="es: if I am not mistaken"),
    pytest.param("Die Antwort kann nur C sein.", id="de: can only be"),
    pytest.param("La respuesta no puede ser otra que C.", id="es: can be no other"),
    pytest.param("ALS patients lose neurons, so the answer is C.", id="en: ALS"),
    pytest.param("SI units are used here, so the answer is C.", id="en: SI"),
    # Short sentences.
    pytest.param("选C", id="zh: choose"),
    pytest.param("故选C", id="zh: so choose"),
    pytest.param("選 C", id="zh, traditional: choose"),
    pytest.param("答：C", id="zh: answer"),
    pytest.param("最恰当的是C", id="zh: the most fitting"),
    pytest.param("C选项", id="zh: option"),
    pytest.param("Cを選択します。", id="ja: I choose"),
    pytest.param("よって、C。", id="ja: therefore"),
    pytest.param("C번", id="ko: number"),
    pytest.param("옵션 C", id="ko: option"),
    pytest.param("Somit ist C korrekt.", id="de: therefore"),
    pytest.param("Demnach trifft C zu.", id="de: applies"),
    pytest.param("Ich würde C nehmen.", id="de: I would take"),
    pytest.param("Es ist C.", id="de: it is"),
    pytest.param("Il s'agit de la réponse C.", id="fr: it is"),
    pytest.param("Il ne reste que C.", id="fr: only that is left"),
    pytest.param("Es la C.", id="es: it is"),
    pytest.param("Solo queda la C.", id="es: only that is left"),
    pytest.param("É a C.", id="pt: it is"),
    pytest.param("È la C.", id="it: it is"),
    pytest.param("Остаётся только C.", id="ru: only that is left"),
    pytest.param("Het is C.", id="nl: it is"),
    pytest.param("Phương án chính xác là C.", id="vi: the right option"),
    pytest.param("ดังนั้นเลือก C", id="th: so choose"),
]


@pytest.mark.parametrize("text", NO_ANSWER)
def test_abstains(text):
    assert extract(text, METALS).letter is None


@pytest.mark.parametrize("text", ANSWERS)
def test_reads(text):
    assert extract(text, METALS).letter == "C"


@pytest.mark.parametrize(
    ("text", "question", "letter"),
    [
        pytest.param("福岡です。", TOWNS, "C", id="ja: it is"),
        pytest.param("答えは福岡です。", TOWNS, "C", id="ja: the answer is"),
        pytest.param("答えは福岡ではありません。", TOWNS, None, id="ja: is not"),
        pytest.param("もし南なら、答えは福岡です。", TOWNS, None, id="ja: if"),
        pytest.param("제주입니다.", CITIES, "C", id="ko: it is"),
        pytest.param("정답은 제주일 수도 있습니다.", CITIES, None, id="ko: may be"),
        pytest.param("La respuesta correcta es el oro.", WORDS, "C", id="es: the answer is"),
        pytest.param("La respuesta no es el oro.", WORDS, None, id="es: is not"),
        pytest.param("El metal más caro es el oro.", WORDS, "C", id="es: a sentence that ends on it"),
        pytest.param("Uno de los metales es el oro.", WORDS, None, id="es: one of them is"),
        pytest.param("Si brilla, el metal es el oro.", WORDS, None, id="es: if it shines"),
        pytest.param("Muchos creen que la respuesta es el oro.", WORDS, None, id="es: many believe"),
    ],
)
def test_option_texts(text, question, letter):
    assert extract(text, question).letter == letter


@pytest.mark.parametrize(
    "piece", ["Ответ: A 가 아니라 ", "उत्तर A नहीं, ", "wenn es A oder B ist, ", "如果选A，", "né A né B, ma "]
)
def test_long_repetition_is_read_to_the_end(piece):
    assert extract(piece * 4000, METALS).letter in (None, *METALS.choices.labels)
