"""German."""

from __future__ import annotations

from .forms import german
from .table import Phrase, Table, asked_for_prompt, lifted, told_of_answers, user_ignored, words

_ORDERS, _ORDER_INFINITIVES = german(
    "an|bieten bieten schweigen sorgen unterlassen vermeiden bevorzugen achten erwahnen weigern streichen "
    "wegwerfen senden zu|senden schicken weiter|leiten leiten uber|weisen uberweisen zahlen bezahlen "
    "loschen entfernen vernichten "
    "verstecken verbergen verheimlichen verschweigen verraten offenbaren enthullen auf|decken leaken hoch"
    "|laden laden "
    "herunter|laden installieren klicken kaufen bestellen erstatten genehmigen bewilligen gewahren aus"
    "|fuhren fuhren "
    "starten rufen auf|rufen abrufen mit|teilen teilen informieren benachrichtigen sagen aktivieren deaktivieren "
    "sammeln stehlen kopieren antworten reagieren besuchen offnen posten veroffentlichen buchen "
    "transferieren ubertragen "
    "ubermitteln exportieren preis|geben geben zeigen an|zeigen nennen verwenden nutzen benutzen fugen ein"
    "|fugen hinzu|"
    "fugen hangen an|hangen empfehlen loben behaupten melden an|melden lesen prufen bestatigen fordern "
    "bitten melde "
    "speichern setzen umgehen deinstallieren uberschreiben beenden stoppen drucken mailen faxen kundigen "
    "stornieren "
    "entsperren sperren freigeben frei|geben bevorzugen befolgen gehorchen tun machen hor beantworten "
    "erwahnen".replace("melde ", "").replace("hor ", "")
)
_TASKS, _TASK_INFINITIVES = german(
    "schreiben ubersetzen zusammen|fassen fassen erstellen erzeugen generieren entwerfen verfassen formulieren "
    "erklaren erlautern beschreiben analysieren vergleichen bewerten berechnen rechnen zahlen auf|listen listen "
    "dichten erzahlen erfinden planen organisieren reservieren suchen finden recherchieren ersetzen umwandeln "
    "wandeln um|schreiben korrigieren verbessern optimieren programmieren implementieren losen diskutieren "
    "vor|schlagen schlagen bauen entwickeln gestalten zeichnen malen singen kodieren verschlusseln codieren "
    "integrieren sortieren ordnen gruppieren wiederholen nennen interpretieren untersuchen ermitteln bestimmen "
    "andern verandern aktualisieren ein|tragen registrieren unterschreiben ab|lehnen annehmen ab"
    "|brechen abbrechen trennen "
    "verbinden ein"
    "|richten einrichten entziehen vergeben erteilen zurucksetzen verschieben umbenennen archivieren beantragen "
    "reservieren verlangern kurzen teilen erweitern vereinfachen uberzeugen uberreden verleiten verlocken "
    "animieren ermuntern ermutigen auf"
    "|fordern auffordern motivieren bewerben werben an|preisen vertauschen tauschen ein|bauen einbauen ein"
    "|streuen streuen klassifizieren ein"
    "|ordnen "
    "beurteilen ein|schatzen schatzen prognostizieren vorher|sagen extrahieren um|kehren umkehren drehen spiegeln "
    "verlinken verbreiten warnen raten skizzieren schildern dar|stellen definieren zitieren aufsagen reimen "
    "verschicken verkleinern kombinieren mischen verwandeln konvertieren chiffrieren unterstutzen argumentieren "
    "begrunden widerlegen leugnen hervor|heben heben unterstreichen verknupfen buchen vorbereiten bereiten vor"
    "|bereiten kurzen gliedern buchstabieren simulieren spielen stellen betonen erinnern"
)
_SINGLE = words(
    "bewirb wirb rate brich triff nimm lade bau dreh kehre zitiere rechne gib lies nimm sprich hilf wirf "
    "empfiehl schlag lass lade"
)

_ROLE = (
    r"(?! (?:\w+ ){0,4}(?:reisefuhrer\w*|lehrer\w*|tutor\w*|trainer\w*|berater\w*|dolmetscher\w*"
    r"|freundlicher|freundliche|"
    r"kunde|kundin|kundenberater\w*))"
)

TABLE = Table(
    orders=_ORDERS | _ORDER_INFINITIVES | _SINGLE,
    tasks=_TASKS | _TASK_INFINITIVES,
    unsure=_ORDER_INFINITIVES
    | _TASK_INFINITIVES
    | words(
        "les list los mal male such faxe find kurz buch sing ordn teile suche frage antwort reise liste "
        "plan lose losch bitte post ruf start kauf zahl zeig druck rede folge "
        "mache fass setzt gruppe sperre leite mail fax stelle spiel bau erklart lade sammle last macht tut "
        "gibt sagt "
        "zeigt schickt sendet lost nutzt liest bucht plant baut spielt zahlt kauft druckt fordert bittet "
        "fuhrt ruft "
        "lobt nennt meldet pruft stoppt sucht findet schreibt ladt malt singt halte hange hang stell setz bericht "
        "teilt leitet weist lasst startet antwortet reagiert besucht offnet speichert erinnert sammelt"
    ),
    grave=_ORDER_INFINITIVES | _ORDERS | _SINGLE,
    objects=words(
        "sie mir uns ihm ihr ihnen den die das dem alle alles jede jeden jedes jeder ein eine einen einem einer "
        "deine deinen dein ihre ihren diese diesen dieses sofort bitte nun jetzt mich es niemals nie immer "
        "keine keinen sechs "
        "drei zwei zehn sich euren eure samtliche"
    ),
    finite=words(
        "ist sind war waren wird werden wurde wurden hat haben hatte kann konnen muss mussen soll sollen "
        "darf will "
        "mochte dauert dauern liegt liegen steht stehen geht ging kommt kam gibt stehe bleibt bleiben lauft laufen"
    ),
    leads=words(
        "bitte nun jetzt dann und also aber sofort umgehend immer stets heimlich unauffallig einfach "
        "zuerst danach "
        "anschliessend ausserdem hallo lieber liebe assistent ki bot modell agent wichtig achtung dringend als "
        "nachstes erstens zweitens dringend unbedingt"
    ),
    openers=words(
        "wenn falls sobald bevor ehe nachdem immer jedes jedesmal beim bei vor nach um ab fur zu statt ohne damit "
        "bitte hallo hinweis achtung wichtig dringend assistent ki da solange sofern wann tu von"
    ),
    lead_in=(
        r" (?:du (?:musst|sollst|solltest|wirst|hast)|sie (?:mussen|sollen|sollten|werden)|ihr (?:musst|sollt)|"
        r"(?:ich (?:mochte|will|verlange|befehle)|es ist (?:wichtig|notig|erforderlich|zwingend)) dass (?:du|sie)|"
        r"(?:stell|stelle|stellen sie) sicher dass (?:du|sie)|denk daran|vergiss nicht|achte darauf|"
        r"deine (?:neue |einzige |wahre )?aufgabe (?:ist es|lautet)|der assistent (?:muss|soll)|"
        r"(?:die )?(?:assistenten|agenten|modelle) (?:mussen|sollen))(?= )"
    ),
    can_you=r" (?:kannst|konntest|konnen|konnten|wurdest|wurden) (?:du|sie|ihr)(?= )| (?:du|sie) (?:kannst"
    r"|konnen)(?= )",
    cancelling=words(
        "ignoriere ignorier ignoriert ignorieren vergiss vergesst vergessen missachte missachten "
        "missachtet ubergehe "
        "ubergehen verwirf verwerfen uberschreibe uberschreiben umgehe umgehen verletze breche brich "
        "losche loschen "
        "streiche lass verlasse ausser beachte beachten befolge befolgen halte halten setz setze setzen "
        "folge folgen"
    ),
    rules=words(
        "anweisung anweisungen instruktionen instruktion regeln regel richtlinien vorgaben vorgabe prompt prompts "
        "systemprompt befehle befehlen sicherheitsrichtlinien sicherheitsregeln einschrankungen "
        "beschrankungen filter "
        "inhaltsfilter kontext auftrage weisungen vorschriften sicherheitsvorgaben leitlinien systemanweisungen "
        "sicherheitsmassnahmen programmierung schutzmassnahmen"
    ),
    everything=words(
        "alle alles allen samtliche samtlichen bisherigen bisherige vorherigen vorherige vorigen fruheren fruhere "
        "obigen obige deine deinen ihre ihren vorangegangenen vorangehenden ursprunglichen jede jegliche "
        "jeglichen "
        "sicherheitsrichtlinien sicherheitsregeln inhaltsfilter systemprompt systemanweisungen bestehenden "
        "die eure "
        "den sicherheitsvorgaben"
    ),
    before_cancelling=words("musst sollst bitte nun jetzt dann sofort einfach und werden sollen mussen"),
    negations=words("nicht nichts nie niemals niemand niemandem kein keine keinem keinen keiner"),
    telling=words(
        "sag sage sagen erwahne erwahnen erwahn verrate verraten verrat teile teilen informiere "
        "informieren erzahle "
        "erzahlen nenne nennen zeige zeigen melde melden offenbare offenbaren weise hinweisen benachrichtige "
        "benachrichtigen sprich erklare erklaren mitteilen warne"
    ),
    readers=words(
        "nutzer nutzerin nutzern benutzer benutzern benutzerin anwender anwendern niemand niemandem keinem "
        "kunde kunden kundin "
        "kontoinhaber inhaber administrator betreiber mensch menschen anweisung anweisungen hinweis "
        "nachricht davon "
        "darüber daruber dies"
    ),
    reported=words(
        "sagte sagt gesagt meinte schrieb schreibt bat fragte wollte will entschied entschieden entscheidung laut "
        "empfahl heisst steht beschloss beschlossen forderte verlangte verlangt berichtete erzahlte behauptete "
        "vereinbart vereinbarte gebeten sollte handbuch versuchte erklarte"
    ),
    secrets=words(
        "passwort passworter kennwort zugangsdaten geheimnis geheimnisse schlussel token tokens pin api "
        "kundendaten "
        "kundenliste datenbank daten verlauf gesprach systemprompt systempasswort anmeldedaten kreditkarte "
        "gespeicherten "
        "internen vertraulichen e emails mails kontakte"
    ),
    addressees=words(
        "assistent assistentin ki bot modell agent sprachmodell assistenten agenten modelle du dir dich"
    ),
    phrases=(
        user_ignored(
            "ignoriere ignorier ignorieren vergiss missachte ubergehe beachte",
            "frage|anfrage|bitte|wunsch|wunsche|nachricht|auftrag|aufgabe",
            "nutzers|benutzers|kunden|anwenders|users",
        ),
        told_of_answers(
            "antwort antworten ausgabe zusammenfassung reaktion",
            your="deine|deiner|jede deiner|jede|alle deine|die nachste|ihre nachste",
            modals="soll|muss|hat|sollte|sollen|mussen|darf",
        ),
        asked_for_prompt(
            r" (?:wie|was|welche|kannst|konntest|zeig|nenn|sag|verrat)\w*(?: \w+){0,5} (?:dein|deine|deinen"
            r"|deiner)(?: \w+)?"
            r" (?:systemprompt|prompt|anweisungen|instruktionen|vorgaben|systemanweisungen)(?= )",
            "systemprompt prompt anweisungen instruktionen vorgaben systemanweisungen",
        ),
        lifted(
            "regeln richtlinien einschrankungen beschrankungen vorgaben sicherheitsregeln sicherheitsrichtlinien "
            "filter inhaltsfilter anweisungen sicherheitsvorgaben sperren grenzen zensur sicherheitsfilter "
            "verbote",
            your="deine|deinen|eure|all deine|alle|samtliche",
            gone=r"(?:gelten|greifen|zahlen|existieren|binden) (?:\w+ ){0,3}?(?:nicht|nicht mehr)|(?:sind|wurden"
            r"|bleiben)"
            r"(?: \w+){0,3}? (?:aufgehoben|deaktiviert|abgeschaltet|ausgeschaltet|ungultig|ausser kraft|weg"
            r"|entfernt|geloscht|hinfallig|aus)",
            here=r"fur dich|hier|in diesem (?:chat|gesprach)|in dieser (?:sitzung|unterhaltung)",
            none=r"du (?:hast|kennst|unterliegst|brauchst|befolgst|bist an)(?: \w+){0,4}? (?:keine[nr]?|keinerlei)"
            r"|(?:es gibt|gelten) fur dich(?: \w+)? (?:keine|keinerlei)",
        ),
        Phrase(
            "order to the reader",
            words("dass bitte dich aufgabe"),
            r" (?:ich (?:mochte|will|verlange|befehle|erwarte|brauche|fordere|wunsche mir)|wir (?:mochten"
            r"|wollen|erwarten))"
            r"(?: \w+){0,2} dass (?:du|sie (?:jetzt|nun|sofort|alle|den|die|das|mir))(?= )"
            r"| ich (?:bitte|ersuche) (?:dich|sie)(?: \w+){1,10} zu \w+en(?= )",
            steering=False,
        ),
        Phrase(
            "role change",
            words("bist sind seid"),
            r" (?:(?:ab (?:jetzt|sofort|nun|heute)|von nun an|von jetzt an|nun|jetzt|kunftig) (?:bist du"
            r"|sind sie|seid ihr)|"
            r"(?:du bist|sie sind|ihr seid) (?:ab (?:jetzt|sofort|nun)|von nun an|nun|jetzt|nicht mehr"
            r"|nicht langer|fortan)) "
            r"(?!in |im |am |da|bereit|fertig|angemeldet|mitglied|krank|so weit|zuruck)",
        ),
        Phrase(
            "role change",
            words(
                "tu tue verhalte verhalten handle agiere agieren spiele spielen spiel schlupf schlupfe gib "
                "antworte stell stelle benimm tritt"
            ),
            r"^ (?:(?:bitte|nun|jetzt|ab jetzt|ab sofort) )*(?:(?:tu|tue|tun sie) (?:mal )?so als"
            r"|(?:verhalte|verhalten sie|"
            r"benimm|benehmen sie) (?:dich|sich) (?:wie|als|so)|(?:handle|agiere|antworte|reagiere|schreibe"
            r"|tritt)(?: sie)? (?:wie|als) "
            rf"(?:ein|eine|einer|der|die|das|ob|wenn)|(?:spiele?|spielen sie|ubernimm) die rolle|schlupfe? "
            rf"in die rolle|gib dich als|"
            rf"stelle? dir vor du){_ROLE} ",
            steering=False,
        ),
        Phrase(
            "role change",
            words("arbeitest dienst gehorchst gehorst"),
            r" du (?:arbeitest|dienst|gehorchst|gehorst) (?:\w+ )?(?:nicht mehr|nicht langer|jetzt|nun"
            r"|nur noch|ab sofort)(?= )"
            r"|(?:jetzt|nun|ab sofort|ab jetzt|nur noch) (?:arbeitest|dienst|gehorchst|gehorst) du(?= )",
        ),
        Phrase(
            "role change",
            words("modus"),
            r" (?:aktiviere|aktivieren sie|starte|wechsle in den|schalte in den|im) (?:den )?(?:entwickler"
            r"|dan|debug|jailbreak|"
            r"admin|wartungs|gott) ?modus| (?:entwickler|dan|jailbreak|admin)modus(?= )",
        ),
        Phrase(
            "override of instructions",
            words(
                "anweisungen anweisung instruktionen regeln vorgaben richtlinien einschrankungen "
                "beschrankungen aufgabe "
                "weisungen sicherheitsrichtlinien sicherheitsregeln sicherheitsvorgaben leitlinien"
            ),
            r" (?:deine|ihre) (?:echten?|wahren?|eigentlichen?|neuen?|wirklichen?|tatsachlichen?) "
            r"(?:anweisung(?:en)?|instruktionen|regeln|"
            r"vorgaben|aufgabe|weisungen)(?= )"
            r"| (?:deine|ihre) (?:regeln|anweisungen|vorgaben|richtlinien|einschrankungen) (?:gelten|sind"
            r"|wurden|haben)(?= )"
            r"| (?:halte|halten sie|folge|folgen sie|befolge|befolgen sie|beachte|beachten sie)(?: \w+)"
            r"{0,4} (?:nicht|nicht mehr|keine|nicht langer)"
            r"(?: \w+){0,4} (?:regeln|anweisungen|vorgaben|richtlinien|weisungen|sicherheitsrichtlinien)(?= )"
            r"| (?:setz|setze|setzen sie) (?:dich|sich) uber(?: \w+){1,4} hinweg"
            r"| (?:du|antworte|antworten sie|ki|modell|sie sind|bist)(?: \w+){0,6} (?:ohne|keine|keinerlei)"
            r"(?: \w+){0,3} (?:einschrankung\w*|"
            r"regeln|beschrankung\w*|filter|grenzen|zensur|richtlinien)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("systemprompt prompt anweisungen systempasswort systemanweisungen"),
            r"^ (?:bitte )?(?:zeig|zeige|zeigen sie|gib|geben sie|nenne|nennen sie|verrate|verraten sie"
            r"|drucke|wiederhole|offenbare|"
            r"schreibe|sag|sage|enthulle)(?: \w+){0,5} (?:systemprompt|system prompt|systemanweisungen"
            r"|(?:deine|deinen|ihre|ihren)(?: \w+)? "
            r"(?:prompt|anweisungen|regeln))(?= )",
        ),
        Phrase(
            "override of instructions",
            words("gelten gilt assistent"),
            r" (?:regeln|richtlinien|einschrankungen|vorgaben|sicherheitsregeln|sicherheitsrichtlinien)(?: "
            r"\w+){0,3} (?:gelten|gilt)(?: \w+){0,4} nicht(?: mehr)?(?= )(?! (?:fur(?! dich)|in|bei|auf|an) )"
            r"| als (?:dein |der |ki )"
            r"?assistent (?:habe|werde|muss|darf|bin) ich(?= )",
        ),
        Phrase(
            "order to the reader",
            words("muss mussen soll sollen"),
            r" (?:muss|mussen|soll|sollen)(?: \w+){0,8} (?:jede|jeder|jeden|jedem|allen|alle|deiner|ihrer) "
            r"(?:\w+ )?(?:antwort|antworten|zusammenfassung|zusammenfassungen|nachricht|ausgabe)(?= )",
        ),
        Phrase(
            "standing trigger",
            words("ab nun kunftig zukunftig fortan jetzt"),
            r" (?:ab (?:jetzt|sofort|nun|heute)|von (?:nun|jetzt) an|kunftig|zukunftig|fortan|in zukunft)"
            r"(?: \w+){0,4}? (?:du|dir|dich|deine|"
            r"immer|stets|nur noch|nie|niemals|ausschliesslich|jede antwort|jeder antwort|alle antworten"
            r"|sende|schicke|antworte|gib|"
            r"verwende|nenne|fuge|gibst|antwortest|sendest|leite|behandle)(?= )"
            r"| (?:antworte|antworten sie|sende|schicke|nenne|behandle|beende|verwende|gib|schreibe)(?: "
            r"\w+){0,4} (?:ab (?:jetzt|sofort|nun)|"
            r"von (?:nun|jetzt) an|kunftig|nur noch|immer|stets)(?= )",
        ),
    ),
    polite=words("bitte"),
    shape=r"\w{2,}iere?$",
    shape_object=True,
    infinitives=_ORDER_INFINITIVES | _TASK_INFINITIVES,
    total=(
        r" (?:alles|das|was)(?: \w+){0,8} (?:gesagt|oben|bisher|zuvor|vorher|davor|gelernt|weisst"
        r"|beigebracht|mitgeteilt|obige|"
        r"vorherige|steht|wurde)(?= )| (?:alles|das) (?:obige|vorherige|bisherige|davor)(?= )"
    ),
    lead_hints=words(
        "musst sollst solltest wirst hast mussen sollen sollten werden sollt dass daran vergiss darauf "
        "aufgabe muss soll"
    ),
    can_hints=words("kannst konntest konnen konnten wurdest wurden"),
    negation_first=False,
    verb_last=True,
    trigger=(
        r" (?:(?P<standing>immer wenn|jedes mal wenn|jedesmal wenn|wann immer|sobald|immer sobald)|wenn"
        r"|falls|bevor|ehe|nachdem)(?: \w+){0,3}? "
        r"(?:du|sie|nutzer|nutzerin|benutzer|benutzerin|anwender|kunde|kundin|jemand|man dich|gefragt)(?= )"
    ),
    trigger_hints=words("wenn falls bevor ehe nachdem sobald immer"),
    label=(
        r" (?:(?:wichtige[rs]? |dringende[rs]? )?(?:hinweis|nachricht|anweisung|mitteilung|notiz|anmerkung)"
        r"(?:en)? (?:an|fur) (?:\w+ ){0,3}?"
        r"(?:assistent\w*|ki|bot\w*|agent\w*|modelle?|sprachmodelle?)(?: \w+)*|(?:neue|aktualisierte"
        r"|geheime) (?:anweisung(?:en)?|regeln|"
        r"instruktionen|vorgaben|aufgabe)) $"
    ),
    system_label=r" (?:\w+ ){0,2}(?:system|systemmeldung|systemnachricht|systemhinweis|systemupdate"
    r"|systemanweisung|administrator)(?: \w+){0,2} $",
    bound=words(
        "du dir dich deine deinen muss musst mussen soll sollst assistent ki bot modell antwort antworten"
    ),
)
