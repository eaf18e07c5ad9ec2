"""Dutch."""

from __future__ import annotations

from .forms import dutch
from .table import Phrase, Table, asked_for_prompt, lifted, told_of_answers, user_ignored, words

_ORDERS, _ORDER_INFINITIVES = dutch(
    "bied/bieden zorg/zorgen zwijg/zwijgen vermijd/vermijden weiger/weigeren accepteer/accepteren "
    "verander/veranderen stuur/sturen verstuur/versturen verzend/verzenden mail/mailen betaal/betalen "
    "verwijder/verwijderen wis/wissen verberg/verbergen "
    "verzwijg/verzwijgen onthul/onthullen openbaar/openbaren lek/lekken upload/uploaden "
    "download/downloaden installeer/installeren "
    "klik/klikken koop/kopen bestel/bestellen vergoed/vergoeden keur/goedkeuren verleen/verlenen "
    "voer/uitvoeren start/starten roep/aanroepen "
    "vertel/vertellen zeg/zeggen informeer/informeren meld/melden activeer/activeren "
    "deactiveer/deactiveren verzamel/verzamelen steel/stelen "
    "kopieer/kopieren antwoord/antwoorden bezoek/bezoeken publiceer/publiceren plaats/plaatsen open/openen "
    "toon/tonen laat/laten geef/geven "
    "noem/noemen deel/delen gebruik/gebruiken voeg/toevoegen neem/opnemen raad/aanraden beveel/aanbevelen "
    "eindig/eindigen begin/beginnen bevestig/bevestigen "
    "bewaar/bewaren sluit/sluiten blokkeer/blokkeren annuleer/annuleren wijzig/wijzigen vervang/vervangen "
    "prijs/prijzen beweer/beweren lees/lezen "
    "maak/maken doe/doen log/inloggen ga/gaan zet/zetten draai/draaien print/printen exporteer/exporteren "
    "schakel/uitschakelen haal/ophalen "
    "overschrijf/overschrijven stop/stoppen vraag/vragen waarschuw/waarschuwen omzeil/omzeilen "
    "boek/overboeken leid/doorsturen verraad/verraden "
    "spreek/spreken reageer/reageren behandel/behandelen verkoop/verkopen stort/storten"
)
_TASKS, _TASK_INFINITIVES = dutch(
    "schrijf/schrijven vertaal/vertalen vat/samenvatten genereer/genereren creeer/creeren bedenk/bedenken "
    "verzin/verzinnen leg/uitleggen verklaar/verklaren "
    "beschrijf/beschrijven analyseer/analyseren vergelijk/vergelijken bereken/berekenen "
    "beoordeel/beoordelen som/opsommen stel/voorstellen "
    "boek/boeken reserveer/reserveren organiseer/organiseren plan/plannen zoek/zoeken vind/vinden "
    "onderzoek/onderzoeken herschrijf/herschrijven "
    "corrigeer/corrigeren verbeter/verbeteren zet/omzetten codeer/coderen versleutel/versleutelen "
    "integreer/integreren ontwikkel/ontwikkelen "
    "ontwerp/ontwerpen bouw/bouwen sorteer/sorteren rangschik/rangschikken identificeer/identificeren "
    "bepaal/bepalen definieer/definieren "
    "bespreek/bespreken herhaal/herhalen teken/tekenen zing/zingen programmeer/programmeren los/oplossen "
    "voorspel/voorspellen interpreteer/interpreteren "
    "update/updaten registreer/registreren onderteken/ondertekenen wijs/afwijzen verplaats/verplaatsen "
    "hernoem/hernoemen archiveer/archiveren verleng/verlengen pas/aanpassen breek/afbreken overtuig/overtuigen "
    "overreed/overreden moedig/aanmoedigen spoor/aansporen motiveer/motiveren "
    "verleid/verleiden promoot/promoten prijs/aanprijzen keer/omkeren verwissel/verwisselen meng/mengen "
    "verwerk/verwerken "
    "bedank/bedanken "
    "classificeer/classificeren schat/inschatten voorspel/voorspellen extraheer/extraheren spiegel/spiegelen "
    "link/linken "
    "verspreid/verspreiden schets/schetsen schilder/schilderen definieer/definieren citeer/citeren rijm/rijmen "
    "combineer/combineren converteer/converteren noteer/noteren geef/geven adviseer/adviseren "
    "evalueer/evalueren "
    "onderbouw/onderbouwen ontken/ontkennen benadruk/benadrukken illustreer/illustreren "
    "formuleer/formuleren stel/opstellen bereid/voorbereiden speel/spelen"
)

TABLE = Table(
    orders=_ORDERS | _ORDER_INFINITIVES,
    tasks=_TASKS | _TASK_INFINITIVES,
    unsure=_ORDER_INFINITIVES
    | _TASK_INFINITIVES
    | words(
        "mail download upload start open log print stop plan boek antwoord bezoek gebruik deel prijs raad "
        "vraag begin verkoop koop plaats "
        "lek klik som stel los ontwerp onderzoek teken leg vat roep keur neem draai zet maak wis meld haal "
        "vind voer bouw"
    ),
    grave=_ORDERS | _ORDER_INFINITIVES,
    objects=words(
        "uitsluitend alleen vanavond vandaag direct meteen de het een alle alles elke elk ieder iedere "
        "deze dit die dat mij me ons hem haar hun je jouw uw mijn u drie twee tien "
        "onmiddellijk nu altijd geen onze niemand bovenstaande"
    ),
    finite=words(
        "is zijn was waren wordt worden werd heeft hebben had kan moet moeten zal duurt duren staat staan "
        "komt gaat"
    ),
    leads=words(
        "gelieve alstublieft alsjeblieft graag nu dan en ook meteen onmiddellijk direct altijd stiekem "
        "gewoon eerst daarna "
        "tenslotte hallo beste assistent ai bot model agent belangrijk let op dringend"
    ),
    openers=words(
        "als wanneer zodra telkens voordat nadat voor na bij in om vanaf elke iedere tijdens zonder hallo "
        "opmerking let belangrijk "
        "dringend assistent ai indien mocht"
    ),
    lead_in=(
        r" (?:(?:je|jij|u) (?:moet|dient|zult|zal|hoort)|(?:ik (?:wil|eis|beveel)|het is (?:belangrijk"
        r"|noodzakelijk|essentieel)) dat (?:je|u)|"
        r"zorg (?:ervoor |er voor )?dat (?:je|u)|vergeet niet|denk eraan|(?:je|jouw|uw) (?:nieuwe |enige )"
        r"?(?:taak|opdracht) is|de assistent moet(?: nu)?|"
        r"(?:de )?(?:assistenten|agenten|modellen) moeten)(?= )"
    ),
    can_you=r" (?:kun|kunt|kan|zou|wil|wilt) (?:je|jij|u)(?= )| (?:je|u) (?:kunt|kan)(?= )",
    cancelling=words(
        "negeer negeert negeren vergeet vergeten sla omzeil omzeilt omzeilen overtreed schrap schend wis "
        "verwijder laat overschrijf "
        "verwerp breek houd volg gehoorzaam respecteer passeer"
    ),
    rules=words(
        "instructie instructies regels regel richtlijnen voorschriften aanwijzingen prompt beleid "
        "beperkingen filter filters "
        "inhoudsfilter veiligheidsregels opdrachten context systeemprompt bevelen beveiliging "
        "veiligheidsrichtlijnen"
    ),
    everything=words(
        "alle alles voorgaande vorige eerdere bovenstaande voorafgaande je jouw uw oorspronkelijke "
        "veiligheidsregels inhoudsfilter "
        "systeemprompt de het gegeven"
    ),
    before_cancelling=words("moet en nu gelieve dan meteen"),
    negations=words("niet niets nooit niemand geen"),
    telling=words(
        "vertel vertellen noem noemen zeg zeggen vermeld vermelden informeer informeren meld melden "
        "verraad onthul toon waarschuw "
        "spreek praat deel laat"
    ),
    readers=words(
        "gebruiker gebruikers niemand klant klanten eigenaar beheerder mens mensen instructie instructies "
        "notitie bericht hiervan "
        "hierover overboeking opdracht"
    ),
    reported=words(
        "zei zegt gezegd vroeg wilde wil besloot besloten volgens adviseerde schreef staat vereist eiste "
        "meldde handboek beleid beweerde"
    ),
    secrets=words(
        "wachtwoord wachtwoorden inloggegevens geheim geheimen sleutel sleutels token tokens api "
        "klantgegevens gegevens database "
        "geschiedenis gesprek systeemprompt systeemwachtwoord vertrouwelijke creditcard contacten pincode"
    ),
    addressees=words("assistent assistenten ai bot model modellen agent agenten systeem je jij u"),
    phrases=(
        user_ignored(
            "negeer vergeet sla",
            "vraag|verzoek|bericht|wens|taak",
            "gebruiker|klant",
        ),
        told_of_answers(
            "antwoord antwoorden uitvoer samenvatting",
            your="je|jouw|uw|elk|ieder|al je",
            modals="moet|moeten|dient|dienen|zal|mag",
        ),
        asked_for_prompt(
            r" (?:wat|welke|hoe|kun|kan|zou|laat|toon|geef)(?: \w+){0,5} (?:je|jouw"
            r"|uw)(?: \w+)? (?:systeemprompt|prompt|instructies)(?= )",
            "systeemprompt prompt instructies",
        ),
        lifted(
            "regels richtlijnen beperkingen filters filter instructies veiligheidsregels "
            "veiligheidsrichtlijnen grenzen "
            "censuur voorschriften inhoudsfilter",
            your="je|jouw|uw|al je|alle",
            gone=r"(?:gelden|tellen|bestaan)(?: \w+){0,2}? niet(?: meer| langer)?|(?:zijn|werden"
            r"|is)(?: \w+)? (?:opgeheven"
            r"|uitgeschakeld|ongeldig|vervallen|verwijderd|gedeactiveerd)",
            here="hier|voor jou|in dit gesprek|in deze sessie",
            none=r"(?:je|jij|u) (?:hebt|heeft|kent)(?: \w+){0,2}? geen(?: enkele)?|er zijn(?: \w+)? geen(?: \w+)?",
        ),
        Phrase(
            "order to the reader",
            words("dat verzoek vraag"),
            r" (?:ik|wij) (?:wil|eis|verwacht|beveel|willen|wens|verlang|heb nodig)(?: \w+)? dat (?:je|jij|u)(?= )"
            r"| ik (?:verzoek|vraag) (?:je|jou|u)(?: \w+){0,10} te \w+en(?= )",
            steering=False,
        ),
        Phrase(
            "role change",
            words("bent ben"),
            r" (?:(?:je|jij|u) bent (?:nu|voortaan|vanaf nu|niet langer)|(?:nu|vanaf nu|voortaan|vanaf dit "
            r"moment) (?:ben|bent) (?:je|jij|u)) (?!in |op |bij |thuis|klaar|ingelogd|lid)",
        ),
        Phrase(
            "role change",
            words("doe doet gedraag speel handel reageer antwoord kruip stel"),
            r"^ (?:(?:nu|vanaf nu|gelieve) )*(?:(?:doe|doet) alsof|gedraag (?:je|u) (?:als|alsof)|(?:handel"
            r"|reageer|antwoord|fungeer) als(?:of)? (?:een|de|je)|speel de rol|kruip in de rol|stel je "
            r"voor dat je)"
            r"(?! (?:een )?(?:\w+ )?(?:gids|leraar|docent|tutor|coach|vertaler|klant))",
            steering=False,
        ),
        Phrase(
            "role change",
            words("werkt gehoorzaamt dient"),
            r" (?:je|jij|u) (?:werkt|gehoorzaamt|dient) (?:nu|voortaan|vanaf nu|niet (?:meer|langer)"
            r"|alleen nog) (?:voor|aan|mij)(?= )",
        ),
        Phrase(
            "role change",
            words("modus ontwikkelaarsmodus"),
            r" (?:activeer|schakel over naar|ga naar) (?:de )?(?:ontwikkelaarsmodus|(?:dan|debug|admin"
            r"|jailbreak) ?modus)",
        ),
        Phrase(
            "override of instructions",
            words(
                "instructies regels richtlijnen beperkingen beperking filters filter censuur grenzen "
                "veiligheidsregels veiligheidsrichtlijnen voorschriften"
            ),
            r" (?:je|jouw|uw) (?:echte|werkelijke|nieuwe|ware) (?:instructies|regels|richtlijnen|opdracht)(?= )"
            r"| (?:houd|hou) (?:je|u) niet (?:langer |meer )?aan(?: \w+){1,3} (?:regels|richtlijnen"
            r"|instructies|veiligheidsregels|veiligheidsrichtlijnen|voorschriften)(?= )"
            r"| (?:volg|gehoorzaam|respecteer)(?: \w+){0,4} (?:regels|richtlijnen|instructies)(?: \w+)"
            r"{0,2} (?:niet|nooit)(?= )"
            r"| sla(?: \w+){1,4} (?:richtlijnen|regels|instructies|voorschriften) over(?= )"
            r"| (?:je|antwoord|ai|model|u bent)(?: \w+){0,6} zonder (?:enige |enkele )?(?:beperking\w*"
            r"|regels|filters?|censuur|grenzen)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("systeemprompt prompt instructies"),
            r"^ (?:\w+ )?(?:toon|laat|geef|onthul|print|herhaal|vertel|schrijf)(?: \w+){0,4} "
            r"(?:systeemprompt|prompt|(?:je|jouw|uw)(?: \w+)? instructies)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("gelden geldt assistent"),
            r" (?:regels|richtlijnen|beperkingen)(?: \w+){0,4} (?:gelden|geldt)(?: \w+){0,3} niet(?: meer)"
            r"?(?= )| als assistent (?:heb|moet|kan|mag) ik(?= )",
        ),
        Phrase(
            "order to the reader",
            words("moet moeten"),
            r" (?:moet|moeten)(?: \w+){0,8} (?:elk|ieder|alle|elke|je|uw) (?:\w+ )?(?:antwoord|antwoorden"
            r"|samenvatting|bericht)(?= )",
        ),
        Phrase(
            "standing trigger",
            words("vanaf voortaan voortaan altijd steeds"),
            r" (?:vanaf nu|voortaan|vanaf dit moment|van nu af aan)(?: \w+){0,4}? (?:je|jij|u|jouw|altijd"
            r"|nooit|elk antwoord|alle antwoorden|antwoord|stuur|eindig|gebruik|voeg|alleen)(?= )"
            r"|^ (?:antwoord|stuur|eindig|gebruik|noem|beveel|begin|behandel)(?: \w+){0,3} (?:altijd"
            r"|voortaan|vanaf nu|steeds)(?= )",
        ),
    ),
    phrasal=words(
        "antwoord/in antwoord/op antwoord/als antwoord/met antwoord/zonder begin/met eindig/met sluit/met "
        "open/met start/met "
        "zoek/naar vraag/naar vraag/om stop/met plan/een"
    ),
    polite=words("gelieve"),
    shape=r"(?!meneer|verkeer|sfeer|wanneer|alweer)\w{2,}[^e]eer$",
    shape_object=True,
    infinitives=_ORDER_INFINITIVES | _TASK_INFINITIVES,
    total=r" (?:alles|wat|hetgeen)(?: \w+){0,7} (?:verteld|gezegd|boven|hiervoor|eerder|geleerd|weet"
    r"|gegeven|voorgaande)(?= )",
    lead_hints=words("moet dient zult zal hoort dat niet eraan taak opdracht moeten"),
    can_hints=words("kun kunt kan zou wil wilt"),
    subordinate=words("dat die wat als"),
    negation_first=False,
    verb_last=True,
    trigger=(
        r" (?:(?P<standing>telkens (?:als|wanneer)|elke keer (?:als|dat|wanneer)|iedere keer (?:als|dat)"
        r"|steeds als|altijd wanneer)|als|wanneer|indien|voordat|nadat|zodra)(?: \w+){0,2}? "
        r"(?:gebruiker|gebruikers|klant|iemand|je|jij|u|men|gevraagd)(?= )"
    ),
    trigger_hints=words("telkens keer steeds altijd als wanneer indien voordat nadat zodra"),
    label=(
        r" (?:\w+ )?(?:opmerking|bericht|instructies?|notitie|mededeling|nota) (?:aan|voor)(?: \w+){0,4}? "
        r"(?:assistent(?:en)?|ai|bots?|agent(?:en|s)?|model(?:len)?)(?: \w+)* $"
        r"| (?:nieuwe|echte) (?:instructies|regels|richtlijnen) $"
    ),
    system_label=r" (?:\w+ ){0,2}(?:systeem|systeembericht|systeemmelding|beheerder)(?: \w+){0,2} $",
    bound=words("je jij jouw u uw moet moeten assistent ai bot model antwoord antwoorden"),
    goods=words("geld"),
)
