"""Words that say the contrary of one another: opens and closes, bought and sold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..analysis.folding import folded

# A pair's two sides with a stroke between; beginnings of words end with a hyphen.
_WORDS = (
    "open opens opened opening/close closes closed closing shut shuts; buy buys bought buying/sell sells "
    "sold selling; win wins won winning/lose loses lost losing; easy easier/hard difficult harder; cheap "
    "cheaper/expensive; love loves like likes/hate hates dislike dislikes; accept accepts accepted/reject "
    "rejects rejected refuse refused; arrive arrives arrived/leave leaves left; increase increased rise "
    "rises rose/decrease decreased fall falls fell; early earlier/late later; hot/cold; start starts started "
    "begins began/end ends ended finish finished stop stopped; hired joined/fired quit resigned; lend lends "
    "lent/borrow borrows borrowed; enable enabled/disable disabled; add added adds/remove removed removes; "
    "passed succeeded/failed; north/south; east/west; left/right; father dad/mother mum mom; brother/sister; "
    "son/daughter; husband/wife; uncle/aunt; customer customers client clients/competitor competitors "
    "supplier suppliers; pregnant/born; quit resigned left leaving leaves/applies applied applying joins "
    "joined joining seeks seeking; moved moves arrived came returned/left leaves departed; gekündigt kündigt "
    "verlässt verließ verlassen/bewirbt beworben sucht zog angekommen; kunde kunden/konkurrent konkurrenten "
    "lieferant; dejó deja abandonó/busca llegó; cliente clientes/competidor competidores concorrente "
    "concorrenti; quitté quitte parti/cherche arrivé arrivée; client clients/concurrent concurrents; "
    "lasciato/cerca arrivato; deixou/procura chegou; уехал уехала уволился уволилась/приехал приехала ищет "
    "устроился; клиент/конкурент; grandfather grandpa/grandmother grandma; nephew/niece; boy/girl; "
    "man/woman; king/queen; großvater opa/großmutter oma; abuelo/abuela; primo/prima; amigo/amiga; "
    "niño/niña; novio/novia; esposo/esposa; nieto/nieta; nonno/nonna; cugino/cugina; amico/amica; "
    "figlio/figlia; avô/avó; filho/filha; neto/neta; cousin/cousine; ami/amie; voisin/voisine; opa/oma; "
    "дедушка дед/бабушка; сосед/соседка; друг/подруга; vader/moeder; broer/zus; zoon/dochter; "
    "freund/freundin; chef/chefin; nachbar/nachbarin; kollege/kollegin; onkel/tante; oncle/tante; дядя/тётя; "
    "tío/tía; zio/zia; tio/tia; bigger larger/smaller; faster/slower; older/younger; best/worst; "
    "better/worse; public/private; kauft kaufte gekauft/verkauft verkaufte; öffnet/schließt; gewonnen "
    "gewinnt gewann/verloren verliert verlor; mutter/vater; bruder/schwester; sohn/tochter; leicht "
    "einfach/schwer schwierig; früh früher/spät später; compró compra comprar/vendió vende vender; abre "
    "abren/cierra cierran; ganó/perdió; fácil/difícil; madre/padre; hermano/hermana; hijo/hija; acheté "
    "achète/vendu vend; ouvre/ferme; gagné/perdu; facile/difficile; mère/père; frère/soeur; fils/fille; "
    "apre/chiude; comprato/venduto; vinto/perso; fratello/sorella; abriu abre/fechou fecha; comprou/vendeu; "
    "ganhou/perdeu; irmão/irmã; mãe/pai; купил купила/продал продала; открывается открыт/закрывается закрыт; "
    "выиграл выиграла/проиграл проиграла; мать мама/отец папа; брат/сестра; сын/дочь; легко/трудно сложно; "
    "खुल- खोल-/बंद; खरीद- ख़रीद-/बेच-; आसान सरल/मुश्किल कठिन; पसंद अच्छा अच्छी/नापसंद बुरा बुरी नफ़रत नफरत; "
    "सस्ता सस्ती सस्ते/महंगा महंगी महँगा महँगी महंगे; बड़ा बड़ी बड़े/छोटा छोटी छोटे; नया नई नए/पुराना पुरानी "
    "पुराने; माँ मां माता/पिता पापा बाप; भाई/बहन; बेटा बेटे/बेटी; पति/पत्नी; सुबह/शाम रात; दिन/रात; गर्म "
    "गरम/ठंडा ठंडी; शुरू/खत्म ख़त्म समाप्त; ऊपर/नीचे; अंदर/बाहर; दाएँ दाएं/बाएँ बाएं; जीत- जीता/हार-; आया आई "
    "आता आती/गया गई जाता जाती; बढ़-/घट-; पहले/बाद; तेज़ तेज/धीमा धीमी धीरे; चालू/बंद; पास सफल/फेल असफल; "
    "ज़्यादा ज्यादा अधिक/कम; ತೆರೆ-/ಮುಚ್ಚ-; ಖರೀದಿ-/ಮಾರ-; ಸುಲಭ/ಕಷ್ಟ; ತಾಯಿ ಅಮ್ಮ/ತಂದೆ ಅಪ್ಪ; 열- 엽니다/닫-; 샀- "
    "구매-/팔았- 판매-; 쉽- 쉬-/어렵- 어려-; 좋아-/싫어-; 이겼-/졌-; 어머니 엄마/아버지 아빠; 켜- 켰-/끄- 껐-"
)
_SIGNS = (
    "開 开/閉 闭 关 關; 買 买 購 购/売 卖 賣; 簡単 简单 容易 易し やさし/難し 难 困難; 好き 大好 喜欢 "
    "喜歡/嫌い 嫌 讨厌 討厭; 上が 上げ 上涨 上升/下が 下げ 下跌 下降; 増 增/減 减; 高/低 安い 便宜; 早/遅 晚 "
    "迟; 始 开始/終 结束; 勝 胜 赢/負 输; 右/左; 暑 熱 热/寒 冷; 大き 大的/小さ 小的; 新し/古; 多い/少な; "
    "貸/借り; 賛成 赞成 同意/反対 反对; 成功 合格/失敗 失败 不合格; 父 爸/母 妈; 兄 哥/弟; 姉 姐/妹; 夫 "
    "丈夫/妻; 息子 儿子/娘 女儿; 東/西; 南/北; 入れ/出し; 到着 到达/出発 出发; 点け つけ/消; 辞め 退職 辞去 "
    "辞职/就職 入社 应聘 求职 入职; 歌/踊 舞 跳; 客户 顧客/竞争 競合; 去/来; 強 强/弱; 長い 长/短; 速/慢; "
    "増え/減り; 教え/教わ; 起き/寝; 有料 收费/無料 免费; 許可 允许/禁止; 入社 入职/退社 辞职 退職; เปิด/ปิด; "
    "ซื้อ/ขาย; ง่าย/ยาก; ชอบ/เกลียด; พ่อ/แม่; ถูก/แพง; ชนะ/แพ้; เช้า/เย็น; ร้อน/หนาว; ขึ้น/ลง"
)


def _sides(line: str) -> Iterable[tuple[list[str], list[str]]]:
    for pair in line.split(";"):
        one, other = pair.split("/")
        yield folded(one).split(), folded(other).split()


class _Table:
    def __init__(self) -> None:
        self.whole: dict[str, list[int]] = {}
        self.begun: dict[str, list[int]] = {}
        self.signs: dict[str, list[int]] = {}
        number = 0
        for line, ended in ((_WORDS, True), (_SIGNS, False)):
            for sides in _sides(line):
                number += 1
                for side, listed in zip((number, -number), sides, strict=True):
                    for entry in listed:
                        self._into(entry, ended).setdefault(entry.rstrip("-"), []).append(side)
        self.sign = re.compile("|".join(sorted(self.signs, key=len, reverse=True)))
        self.longest = max(map(len, self.begun))

    def _into(self, entry: str, ended: bool) -> dict[str, list[int]]:
        if not ended:
            return self.signs
        return self.begun if entry.endswith("-") else self.whole


_TABLE = _Table()


def sides_in(plain: str, found: Sequence[str]) -> frozenset[int]:
    """Return which sides of which pairs a text's words are on: a pair's number, negative for its second side.

    Parameters
    ----------
    plain
        Folded.
    found
        Its words.
    """
    sides: set[int] = set()
    for word in found:
        sides.update(_TABLE.whole.get(word, ()))
        if not word.isascii():
            for length in range(1, min(len(word), _TABLE.longest) + 1):
                sides.update(_TABLE.begun.get(word[:length], ()))
    if not plain.isascii():
        for sign in _TABLE.sign.findall(plain):
            sides.update(_TABLE.signs[sign])
    return frozenset(sides)


def contrary(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether two texts are on different sides of a pair; one that is on both is on neither.

    Parameters
    ----------
    one, other
        As :func:`sides_in` returns them.
    """
    return any(-side in other and -side not in one and side not in other for side in one)
