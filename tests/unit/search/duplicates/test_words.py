"""What the words decide: every pair here has one vector, so that the meaning alone would make it a duplicate."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.search.duplicates import Candidate, same_meaning

SOME = np.full(384, 384**-0.5, np.float32)


def same(new: str, stored: str) -> bool:
    return same_meaning(Candidate(new, SOME), Candidate(stored, SOME))


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("On Fridays the office shuts early.", "The office shuts early on Fridays."),
        ("Carla wrote the report.", "The report was written by Carla."),
        ("Our CEO is Laura Chen.", "Laura Chen is our CEO."),
        ("We keep logs for 30 days.", "Logs are retained for thirty days."),
        ("The user doesn't like long answers.", "The user dislikes lengthy answers."),
        ("Starts at 9 am, ends at 10 am.", "Starts at 9am, ends at 10am."),
        ("Jeden Morgen trifft sich das Team.", "Das Team trifft sich jeden Morgen."),
        ("Рыбу Олег не ест.", "Олег не ест рыбу."),
        ("毎朝9時にミーティングがあります。", "ミーティングは毎朝9時にあります。"),
        ("缓存我们用Redis。", "我们用Redis缓存。"),
        ("회의는 매일 아침 9시에 있다.", "매일 아침 9시에 회의가 있다."),
        ("बैठक हर सुबह 9 बजे होती है।", "हर सुबह 9 बजे बैठक होती है।"),
        ("ಸಭೆ ಪ್ರತಿದಿನ ಬೆಳಿಗ್ಗೆ ಇರುತ್ತದೆ.", "ಪ್ರತಿದಿನ ಬೆಳಿಗ್ಗೆ ಸಭೆ ಇರುತ್ತದೆ."),
    ],
)
def test_said_another_way(new: str, stored: str) -> None:
    assert same(new, stored)
    assert same(stored, new)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("router is 192.168.9.1", "router is 192.168.7.1"),
        ("due 16 October", "due 15 October"),
        ("The user has fifty employees.", "The user has fifteen employees."),
        ("Chapter 12 has 4 exercises.", "Chapter 4 has 12 exercises."),
        ("Pinned to 2.4.10.", "Pinned to 2.4.1."),
        ("The budget is €4,500.", "The budget is $4,500."),
        ("Growth was 5%.", "Growth was 5."),
        ("The commit is 9f3c2ba.", "The commit is 9f3c2ab."),
        ("The key is aB3.", "The key is Ab3."),
        ("See https://example.com/d/xyz for that.", "See https://example.com/d/abc for that."),
        ("Written in C++.", "Written in C."),
        ("We meet on a Friday, as always.", "As always, we meet on a Tuesday."),
        ("In November the lease ends.", "The lease ends in April."),
        ("Two deploys were done today.", "Yesterday two deploys were done."),
        ("房租每月四千元。", "房租每月三千元。"),
        ("ಪ್ರಯಾಣಕ್ಕೆ ಮೂರು ಗಂಟೆ ಬೇಕು.", "ಪ್ರಯಾಣಕ್ಕೆ ಎರಡು ಗಂಟೆ ಬೇಕು."),
        ("सफ़र में तीन घंटे लगते हैं।", "सफ़र में दो घंटे लगते हैं।"),
        ("ゴミの日は金曜日です。", "ゴミの日は火曜日です。"),
        ("快递星期四到。", "快递星期一到。"),
    ],
)
def test_numbers_days_and_literals_decide(new: str, stored: str) -> None:
    assert not same(new, stored)
    assert not same(stored, new)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("denied", "stored"),
    [
        ("The user doesn’t drink coffee.", "The user drinks coffee."),
        ("Never use tabs here.", "Use tabs here."),
        ("Der Nutzer trinkt keinen Kaffee.", "Der Nutzer trinkt Kaffee."),
        ("El usuario no bebe vino.", "El usuario bebe vino."),
        ("Marie ne mange pas de poisson.", "Marie mange du poisson."),
        ("Il negozio non accetta carte.", "Il negozio accetta carte."),
        ("A loja não aceita cartões.", "A loja aceita cartões."),
        ("De winkel accepteert geen pinpassen.", "De winkel accepteert pinpassen."),
        ("Магазин не принимает карты.", "Магазин принимает карты."),
        ("この店はカードが使えません。", "この店はカードが使えます。"),
        ("他没有驾照。", "他有驾照。"),
        ("이 가게는 카드를 받지 않습니다.", "이 가게는 카드를 받습니다."),
        ("그는 운전면허가 없다.", "그는 운전면허가 있다."),
        ("यह दुकान कार्ड स्वीकार नहीं करती है।", "यह दुकान कार्ड स्वीकार करती है।"),
        ("ಈ ಅಂಗಡಿ ಕಾರ್ಡ್ ಸ್ವೀಕರಿಸುವುದಿಲ್ಲ.", "ಈ ಅಂಗಡಿ ಕಾರ್ಡ್ ಸ್ವೀಕರಿಸುತ್ತದೆ."),
        ("ಗ್ರಾಹಕರಿಗೆ ಕರೆ ಬೇಡ.", "ಗ್ರಾಹಕರಿಗೆ ಕರೆ ಬೇಕು."),
    ],
)
def test_a_denial_is_no_duplicate_of_what_it_denies(denied: str, stored: str) -> None:
    assert not same(denied, stored)
    assert not same(stored, denied)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("Ben owes Anna 5 euros.", "Anna owes Ben 5 euros."),
        ("The auth service calls the frontend.", "The frontend calls the auth service."),
        ("Eva schuldet Karl 20 Euro.", "Karl schuldet Eva 20 Euro."),
        ("Борис должен Анне 500 рублей.", "Анна должна Борису 500 рублей."),
        ("美咲が健太に電話した。", "健太が美咲に電話した。"),
        ("小红给小明打了电话。", "小明给小红打了电话。"),
        ("수진이가 지민이에게 전화했다.", "지민이가 수진이에게 전화했다."),
        ("श्याम ने राम को पैसे दिए।", "राम ने श्याम को पैसे दिए।"),
        ("ಸುರೇಶ ರವಿಗೆ ಹಣ ಕೊಟ್ಟನು.", "ರವಿ ಸುರೇಶನಿಗೆ ಹಣ ಕೊಟ್ಟನು."),
    ],
)
def test_who_and_whom_changed_places(new: str, stored: str) -> None:
    assert not same(new, stored)
    assert not same(stored, new)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("Leo is allergic to shellfish.", "Leo is allergic to peanuts."),
        ("Hannah is responsible for onboarding.", "Rachel is responsible for onboarding."),
        ("The user wants the volume down.", "The user wants the volume up."),
        ("The shop opens at 9 pm.", "The shop opens at 9 am."),
        ("You must delete old backups.", "You may delete old backups."),
        ("She lives in Rome.", "He lives in Rome."),
        ("Mia used to live in Rome.", "Mia lives in Rome."),
        ("The user has a dog named Bruno and a parrot.", "The user has a dog."),
        ("The user prefers dark mode.", "The user prefers dark mode in the editor."),
        ("With Priya the user speaks Hindi.", "The user speaks Hindi."),
        ("Has the invoice been paid?", "The invoice has been paid."),
        ("Das Licht soll abends aus sein.", "Das Licht soll abends an sein."),
        ("五月に値段が下がった。", "五月に値段が上がった。"),
        ("我爸爸是律师。", "我爸爸是医生。"),
        ("아버지는 교사입니다.", "아버지는 의사입니다."),
        ("ನನ್ನ ತಂದೆ ವಕೀಲರು.", "ನನ್ನ ತಂದೆ ವೈದ್ಯರು."),
    ],
)
def test_an_edit_of_a_text_says_something_else(new: str, stored: str) -> None:
    assert not same(new, stored)


@pytest.mark.requirement("S8")
def test_the_whole_of_a_long_text_counts() -> None:
    # The vector knows only a long text's beginning.
    beginning = " ".join(f"{first}{second}" for first in "abcdefghij" for second in "klmnopqrst") * 60
    assert len(beginning) > 17_000
    assert same(f"{beginning} done", f"{beginning} done")
    assert not same(f"{beginning} The lease ends in spring.", f"{beginning} The lease ends in autumn.")
    assert not same(f"{beginning} The lease ends in spring.", beginning)
    assert not same(f"{beginning} Anna owes Ben money.", f"{beginning} Ben owes Anna money.")
    assert not same(f"{beginning} The light is on.", f"{beginning} The light is off.")
    assert not same(beginning[: len(beginning) // 2], beginning)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("  The user\tprefers  dark mode ", "the user prefers DARK mode"),
        ("résumé sent", "re\u0301sume\u0301 sent"),
        ("👍", "👍"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_the_same_text_needs_no_meaning(new: str, stored: str) -> None:
    assert same_meaning(Candidate(new, None), Candidate(stored, None))


@pytest.mark.requirement("D4")
@pytest.mark.parametrize(
    ("new", "stored"), [("👍", "👎"), ("👍", "👍👍"), ("!!!", "..."), ("👍", "The user agrees.")]
)
@pytest.mark.parametrize("vector", [None, np.zeros(384, np.float32), SOME])
def test_a_text_without_a_word_is_nobodys_duplicate(
    new: str, stored: str, vector: np.ndarray[tuple[int, ...], np.dtype[np.float32]] | None
) -> None:
    assert not same_meaning(Candidate(new, vector), Candidate(stored, SOME))
    assert not same_meaning(Candidate(stored, SOME), Candidate(new, vector))


@pytest.mark.requirement("S8")
def test_a_meaning_that_is_not_known_makes_no_duplicate() -> None:
    new, stored = "Carla wrote the report.", "The report was written by Carla."
    assert same(new, stored)
    assert not same_meaning(Candidate(new, SOME), Candidate(stored, None))
    assert not same_meaning(Candidate(new, np.zeros(384, np.float32)), Candidate(stored, SOME))


@pytest.mark.requirement("S8")
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_are_judged(new: str, stored: str) -> None:
    assert same(new, new)
    assert same(new, stored) in (True, False)


@pytest.mark.requirement("S8")
@given(st.text(max_size=40), st.integers(0, 10**6), st.integers(0, 10**6))
def test_another_number_is_never_a_duplicate(text: str, one: int, other: int) -> None:
    assert same(f"{text} {one}", f"{text} {other}") is (one == other)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("The team won the match.", "The team lost the match."),
        ("Don is ill.", "Eva is ill."),
        ("Meine Mutter ist krank.", "Mein Vater ist krank."),
        ("Mon oncle habite à Nice.", "Ma tante habite à Nice."),
        ("Моя тётя работает врачом.", "Мой дядя работает врачом."),
        ("La mia macchina è vecchia.", "Il mio gatto è vecchio."),
        ("Her father is a nurse.", "His mother is a nurse."),
        ("แม่ของฉันเป็นหมอ", "พ่อของฉันเป็นหมอ"),
        ("Mia bent jars.", "Wes dug jars."),
        ("Elena moved to Lima.", "Elena left Lima."),
        ("Anna made the cake.", "Anna ate the cake."),
        ("Ivan is in Rome for work.", "Ivan is in Rome with family."),
        ("彼は床を掃きました。", "彼は窓を拭きました。"),
        ("車を買いました。", "車を売りました。"),
        ("दुकान नौ बजे खुलती है।", "दुकान नौ बजे बंद होती है।"),
        ("ประชุมวันศุกร์", "ประชุมวันจันทร์"),
        ("Mi abuelo vive en Cali.", "Mi abuela vive en Cali."),
    ],
)
def test_a_short_run_in_the_place_of_another_says_something_else(new: str, stored: str) -> None:
    assert not same(new, stored)
    assert not same(stored, new)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("Deploy status: ✅", "Deploy status: ❌"),
        ("We meet in 🇩🇪 again.", "We meet in 🇫🇷 again."),
        ("Backups run every night. ⚠️", "Backups run every night."),
        ("The launch went live :)", "The launch went live :("),
        ("The offset is +40.", "The offset is -40."),
        ("It was −5 degrees.", "It was 5 degrees."),
        ("Keep rows where x > y.", "Keep rows where x < y."),
        ("The guard is ready && paid.", "The guard is ready || paid."),
        ("Skip if code == 0.", "Skip if code != 0."),
        ("Totals are in col B.", "Totals are in col C."),
        ("Totals are in col b.", "Totals are in col c."),
    ],
)
def test_signs_and_single_letters_decide(new: str, stored: str) -> None:
    assert not same(new, stored)
    assert not same(stored, new)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("Er hat mir geholfen.", "Ich habe ihm geholfen."),
        ("Je l'ai aidé.", "Il m'a aidé."),
        ("Le presté dinero.", "Me prestó dinero."),
        ("彼は私にお金を貸した。", "私は彼にお金を貸した。"),
        ("我帮了他。", "他帮了我。"),
        ("उसने मुझे पैसे दिए।", "मैंने उसे पैसे दिए।"),
    ],
)
def test_pronouns_that_mean_others_decide(new: str, stored: str) -> None:
    assert not same(new, stored)
    assert not same(stored, new)


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("Don won't eat fish.", "Don doesn't eat fish."),
        ("Ihm habe ich oft geholfen.", "Ich habe ihm oft geholfen."),
        ("Outside it was −5 degrees.", "It was -5 degrees outside."),
        ("Col B has the totals.", "Totals are in col B."),
        ("昨日車を買いました。", "車は昨日買いました。"),
    ],
)
def test_what_agrees_in_signs_and_pronouns_may_be_the_same(new: str, stored: str) -> None:
    assert same(new, stored)
