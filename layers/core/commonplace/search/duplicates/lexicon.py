# ruff: noqa: RUF001 - letters of other scripts are the matter here
"""Words of which the rule knows more than that they are words.

One line a language. The names are those of the stemmers (:data:`.analysis.languages.LATIN`), or of the
script where one language is meant by it. A word of a Latin language counts only in a text that may be of it.
"""

from __future__ import annotations

from .tables import Table, by_language, each

# Come and go with gender and number.
ARTICLES: Table = by_language(
    english="a an the",
    german="der die das den dem des ein eine einen einem einer eines",
    spanish="el la los las lo un una unos unas",
    french="le la les l un une des d du",
    italian="il lo la i gli le l un uno una",
    portuguese="o a os as um uma uns umas",
    dutch="de het een",
)

# Of no matter of their own: a paraphrase takes others. Who it is about is not told either: user, utilisateur.
SMALL: Table = by_language(
    english=(
        "this that these those there here it its itself s t ll ve re who whom which what where when how is "
        "are be been being am do does doing done have has having need needs "
        "needed should of in on at as into and or but so than then if "
        "because since while user users s please always also just really now currently usually generally each "
        "every any own one ones about around roughly approximately"
    ),
    german=(
        "sich man es bin ist sind sein worden haben habe hat soll sollen sollte muss müssen will wollen "
        "möchte mag gern gerne im am in bei beim mit vom zum zur um als nach und oder aber dass wenn weil da "
        "dort auch immer bitte nutzer benutzer nutzerin user jede jeden jeder jedes"
    ),
    spanish=(
        "se le les que es son sea sean ser sido está están estar ha han haber hay tiene tienen tener debe "
        "deben quiere del a al en y pero como usuario usuaria siempre cada este esta eso"
    ),
    french=(
        "se s lui leur y en c ce cette ces qui que qu est sont soit soient être été a ont avoir faut doit "
        "doivent veut dans sur à au aux et ou mais comme utilisateur utilisatrice toujours chaque chez"
    ),
    italian=(
        "si ci che è sono sia siano essere stato stata stati va ha hanno avere deve devono bisogna vuole di "
        "del della dei delle dell in nel nella al alla su sul e ed ma come utente sempre ogni"
    ),
    portuguese=(
        "se lhe que é são seja sejam ser sido está estão estar fica tem têm ter há deve devem quer do da dos "
        "das em no na nos nas ao à aos pelo pela e ou mas como usuário utilizador sempre cada todos todas"
    ),
    dutch=(
        "is zijn ben wordt worden heeft hebben moet moeten wil in op aan bij door om te dat die dit er en of "
        "maar als gebruiker altijd elke"
    ),
    cyrillic=(
        "это этот эта есть в во на с со ко по из за о об и или но что чтобы как так же ли бы надо нужно "
        "пользователь пользователю пользователя всегда каждый каждую раз"
    ),
    devanagari=(
        "यह ये ने को का की के में से पर है हैं हूँ हूं हो होता होती होना गया गई गए दिया "
        "दी कर करता करती करते करना करने किया और या कि जो द्वारा लिए चाहिए उपयोगकर्ता "
        "हमेशा हर वाला"
    ),
    kannada=(
        "ಇದು ಅದು ಈ ಆ ಇದೆ ಇರುತ್ತದೆ ಇದ್ದಾರೆ ಇದ್ದಾಳೆ ಇದ್ದಾನೆ ಮತ್ತು ಅಥವಾ ಎಂದು ಅಂದರೆ ಅನ್ನು ಬೇಕು ಬಳಕೆದಾರ ಬಳಕೆದಾರರು ಬಳಕೆದಾರರಿಗೆ ಯಾವಾಗಲೂ"
    ),
)

# Small too, but one in the place of another says something else: who, when, which way, whether one may.
TELLING: Table = by_language(
    english=(
        "i me my mine you your he him his she her they them their we us our was were had did will would shall "
        "must may can could might from to by for with without on off up down in out over under before after "
        "am pm all some most few only make makes made making take takes took taken get gets got getting go goes "
        "going went"
    ),
    german=(
        "ich mir mich mein meine meinen meinem meiner er ihn ihm seine seinen seiner sie ihr ihre ihren ihrem "
        "wir uns unser unsere unseren du dich dir war waren hatte wurde wird werden darf kann an aus auf zu "
        "von für vor alle einige nur"
    ),
    spanish=(
        "yo me mi mis él ella ellos ellas su sus nos nuestro nuestra era fue será desde hasta para con por "
        "sin todos algunos"
    ),
    french=(
        "je j me m mon ma mes il elle ils elles on son sa ses nous notre nos vous était sera de par pour avec "
        "avant après"
    ),
    italian=(
        "io mi mio mia miei mie lui lei loro suo sua suoi sue noi nostro nostra era sarà da dal dalla con per"
    ),
    portuguese=(
        "eu me meu minha meus minhas ele ela eles elas seu sua seus suas nós nosso nossa era foi será de por "
        "para com"
    ),
    dutch="ik me mij mijn hij hem haar zij ze hun wij we ons onze je u was waren had zal van met voor naar",
    cyrillic=(
        "я мне меня мой моя моё мои моей он его ему она её ей они их мы нас нам наш наша у был была было были "
        "быть будет от к до для после без все"
    ),
    devanagari=("मैं मुझे मेरा मेरी मेरे वह वे उसे उसको उसका उसकी उसके उन्हें हम हमें हमने हमारा हमारी था थी थे"),
    kannada=("ನಾನು ನನಗೆ ನನ್ನ ನನ್ನನ್ನು ಅವನು ಅವನಿಗೆ ಅವನ ಅವಳು ಅವಳಿಗೆ ಅವಳ ಅವರು ಅವರಿಗೆ ಅವರ ಅವರಿಂದ ನಾವು ನಮಗೆ ನಮ್ಮ"),
)

# In scripts without spaces.
SMALL_SIGNS = frozenset(
    "不没沒无無未的了是在有和就都也很我你他她它们們这這那个個被把给給由为為与與而之以及会會要得着过過做方私僕君者们"
)
SMALL_KOREAN = each(
    "것을 것이 것은 나는 나 저는 저 제 내 우리 우리는 그 그는 그녀 그녀는 그의 사람 것 있다 있습니다 "
    "있어요 있고 한다 합니다 해요 했다 했습니다 하다 된다 됩니다 되었다 이다 입니다 이에요 예요 "
    "사용자 더"
)
SUBJECTS = ("ユーザー", "ユーザ", "用户", "用戶", "使用者")

# What two things may stand on either side of and change places: is, and.
EVEN = each(
    "is are was were and or ist sind war und oder es son y est sont et ou è sono e é são en zijn of и или это "
    "和 与 跟 是 है हैं और ಮತ್ತು"
)

# Whole words that deny.
DENIALS: Table = by_language(
    english=(
        "not no never nobody none nothing neither nor without cannot dont doesnt didnt isnt arent wasnt werent "
        "wouldnt shouldnt couldnt hasnt havent hadnt"
    ),
    german="nicht nichts kein keine keinen keinem keiner keines nie niemals niemand ohne weder",
    spanish="no nunca jamás ningún ninguno ninguna nadie nada sin tampoco",
    french="ne n pas jamais aucun aucune rien sans ni",
    italian="non mai nessun nessuno nessuna niente nulla senza né",
    portuguese="não nunca jamais nenhum nenhuma ninguém nada sem nem",
    dutch="niet geen nooit niemand niets zonder",
    cyrillic="не нет ни никогда никто никому ничего без нельзя",
    devanagari="नहीं न मत ना बिना नही",
    hangul="안 못 안돼",
)

# Words that deny by themselves what another text denies with one of the above: dislikes for does not like.
CONTRARIES: Table = by_language(
    english=(
        "dislike dislikes disliked hate hates hated forbid forbids forbidden prohibited banned lack lacks "
        "unable closed unemployed"
    ),
    german="hasst hasse verboten untersagt arbeitslos geschlossen fehlt",
    spanish="odia odio prohibido prohibida paro desempleado desempleada cerrado cerrada cerrados falta",
    french="déteste détestent interdit interdite chômage fermé fermée manque",
    italian="odia odio vietato vietata disoccupato disoccupata chiuso chiusa manca",
    portuguese="odeia odeio proibido proibida desempregado desempregada fechado fechada falta",
    dutch="haat verboden werkloos gesloten ontbreekt",
    cyrillic="ненавидит ненавижу запрещено запрещён безработный безработная закрыт закрыта закрыто",
    devanagari="नफ़रत नफरत मना बेरोज़गार बेरोजगार बंद",
    kannada="ನಿಷೇಧ ನಿರುದ್ಯೋಗಿ ದ್ವೇಷ",
)
