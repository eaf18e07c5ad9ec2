# ruff: noqa: RUF001 - letters of other scripts are the matter here
"""Words for small numbers, for days and for months."""

from __future__ import annotations

from .tables import Table, by_language

# From nought up. Left out are those that are other words as well: due, once, sei.
NUMBERS: Table = by_language(
    english=(
        "zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty"
    ),
    german=(
        "null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
        "siebzehn achtzehn neunzehn zwanzig"
    ),
    spanish="cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
    french="zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    italian="zero - due tre quattro cinque - sette otto nove dieci undici dodici",
    portuguese="zero - dois três quatro cinco seis sete oito nove dez onze doze",
    dutch="nul - twee drie vier vijf zes zeven acht negen tien elf twaalf",
    cyrillic="ноль - два три четыре пять шесть семь восемь девять десять",
    devanagari="शून्य - दो तीन चार पाँच छह सात आठ नौ दस",
    kannada="ಸೊನ್ನೆ - ಎರಡು ಮೂರು ನಾಲ್ಕು ಐದು ಆರು ಏಳು ಎಂಟು ಒಂಬತ್ತು ಹತ್ತು",
)
TENS: Table = by_language(
    english="thirty forty fifty sixty seventy eighty ninety",
    german="dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    spanish="treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    french="trente quarante cinquante soixante",
    italian="trenta quaranta cinquanta sessanta settanta ottanta novanta",
    portuguese="trinta quarenta cinquenta sessenta setenta oitenta noventa",
    dutch="dertig veertig vijftig zestig zeventig tachtig negentig",
    cyrillic="тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто",
)
HAN_DIGITS = {"〇": "0", "零": "0", "二": "2", "两": "2", "兩": "2"} | {
    char: str(place) for place, char in enumerate("三四五六七八九", 3)
}

# From Monday; from January.
DAYS: Table = by_language(
    english="monday tuesday wednesday thursday friday saturday sunday",
    german="montag dienstag mittwoch donnerstag freitag samstag sonntag",
    spanish="lunes martes miércoles jueves viernes sábado domingo",
    french="lundi mardi mercredi jeudi vendredi samedi dimanche",
    italian="lunedì martedì mercoledì giovedì venerdì sabato domenica",
    portuguese="segunda terça quarta quinta sexta sábado domingo",
    dutch="maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    cyrillic=(
        "понедельник/понедельника/понедельникам вторник/вторника/вторникам среда/среду/среды/средам "
        "четверг/четверга/четвергам пятница/пятницу/пятницы/пятницам суббота/субботу/субботы/субботам "
        "воскресенье/воскресенья/воскресеньям"
    ),
    devanagari="सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार",
    kannada="ಸೋಮವಾರ ಮಂಗಳವಾರ ಬುಧವಾರ ಗುರುವಾರ ಶುಕ್ರವಾರ ಶನಿವಾರ ಭಾನುವಾರ",
    hangul="월요일 화요일 수요일 목요일 금요일 토요일 일요일",
)
# Yesterday, today, tomorrow. (One word of Hindi is both the first and the last.)
NEAR_DAYS: Table = by_language(
    english="yesterday today/tonight tomorrow",
    german="gestern heute -",
    spanish="ayer hoy -",
    french="hier aujourd/aujourd'hui demain",
    italian="ieri oggi domani",
    portuguese="ontem hoje amanhã",
    dutch="gisteren vandaag -",
    cyrillic="вчера сегодня завтра",
    devanagari="कल आज",
    kannada="ನಿನ್ನೆ ಇಂದು/ಇವತ್ತು ನಾಳೆ",
    hangul="어제 오늘 내일",
)
MONTHS: Table = by_language(
    english="january february - april - june july august september october november december",
    german="januar februar märz april mai juni juli august september oktober november dezember",
    spanish="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    french="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    italian="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    portuguese="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    dutch="januari februari maart april mei juni juli augustus september oktober november december",
    cyrillic=(
        "январь/января/январе февраль/февраля/феврале март/марта/марте апрель/апреля/апреле май/мая/мае "
        "июнь/июня/июне июль/июля/июле август/августа/августе сентябрь/сентября/сентябре "
        "октябрь/октября/октябре ноябрь/ноября/ноябре декабрь/декабря/декабре"
    ),
    devanagari="जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    kannada="ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್",
)
