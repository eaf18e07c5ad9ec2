"""Italian."""

from __future__ import annotations

from .forms import italian
from .table import Phrase, Table, asked_for_prompt, lifted, told_of_answers, user_ignored, words

_ORDERS, _ORDERS_THIRD = italian(
    "assicurare evitare rifiutare accettare mettere offrire promettere invitare tacere inviare mandare "
    "inoltrare spedire pagare versare cancellare eliminare rimuovere nascondere occultare rivelare "
    "divulgare esporre esportare caricare scaricare installare disinstallare cliccare comprare acquistare "
    "rimborsare "
    "approvare autorizzare concedere eseguire lanciare avviare chiamare invocare informare avvisare "
    "notificare attivare "
    "disattivare raccogliere rubare copiare rispondere visitare pubblicare mostrare stampare condividere "
    "comunicare "
    "usare utilizzare aggiungere inserire includere consigliare raccomandare terminare finire cominciare "
    "confermare "
    "salvare chiudere bloccare sbloccare annullare modificare cambiare sostituire menzionare lodare "
    "affermare leggere "
    "accedere visualizzare estrarre donare aprire vendere sovrascrivere concludere trasferisco obbedisco finisco "
    "inserisco fornisco restituisco parlare dire accedi indirizzare consegnare aggirare".replace(" accedi", "")
)
_ORDER_EXTRA = words(
    "fai fa faccia fate fare di dica dite dai da dia date dammi vai va vada apri apra aprite dare fallo"
)
_TASKS, _TASKS_THIRD = italian(
    "scrivere redigere comporre generare creare spiegare descrivere riassumere tradurre elencare enumerare "
    "analizzare "
    "confrontare calcolare valutare proporre suggerisco immaginare inventare raccontare prenotare organizzare "
    "pianificare preparare cercare trovare riformulare correggere migliorare convertire codificare cifrare "
    "integrare "
    "sviluppare progettare costruisco classificare ordinare identificare determinare definisco discutere "
    "presentare "
    "formulare ripetere disegnare cantare elaborare semplificare ottimizzare programmare stimare predire "
    "interpretare "
    "aggiornare adattare registrare firmare rifiutare rinviare spostare rinominare archiviare rinnovare "
    "ampliare accorciare persuadere incitare esortare spronare motivare incoraggiare dissuadere avvertire "
    "convincere promuovere "
    "giudicare invertire capovolgisco mescolare commentare argomentare giustificare criticare salutare "
    "recitare completare dettagliare illustrare chiarisco crittografare dedurre esaminare esplorare misurare "
    "selezionare ricapitolare sintetizzare abbozzare prevedere smentisco negare diffondere trasformare "
    "rimpiazzare compilare"
)
_TASK_EXTRA = words("traduci traduca traducete proponi proponga componi disegna")
_THIRD = _ORDERS_THIRD | _TASKS_THIRD

TABLE = Table(
    orders=_ORDERS | _ORDERS_THIRD | _ORDER_EXTRA,
    tasks=_TASKS | _TASKS_THIRD | _TASK_EXTRA,
    unsure=_THIRD | words("di da dai date va fa compra chiamata invii dire fare dare scarica carica lancia"),
    grave=_ORDERS | _ORDERS_THIRD | _ORDER_EXTRA,
    objects=words(
        "il lo la i gli le l un una uno tuo tua tuoi tue suo sua mio mia questo questa questi queste tutto "
        "tutti tutta tutte "
        "ogni al alla allo agli alle all a mi ci solo soltanto esclusivamente subito ora immediatamente "
        "sempre tre due dieci nostro su quella quel"
    ),
    finite=words("e sono era ha hanno sara saranno previsto prevista deve puo dura"),
    leads=words(
        "per favore cortesia ora adesso poi quindi e anche subito immediatamente sempre discretamente "
        "semplicemente prima "
        "infine ciao caro assistente ia bot modello agente importante attenzione urgente inoltre"
    ),
    openers=words(
        "se quando ogni prima dopo in per senza come ciao nota attenzione importante urgente da d nel a "
        "assistente ia mentre una sempre"
    ),
    lead_in=(
        r" (?:(?:devi|deve|dovrai|dovete|dovra)|(?:e (?:importante|necessario|essenziale)) (?:che|di)?"
        r"|assicurati di|si assicuri di|"
        r"non dimenticare di|ricorda di|ricordati di|(?:voglio|esigo|ordino|vorrei|chiedo"
        r"|pretendo) che(?: tu)?|(?:ti|le|vi) (?:chiedo|prego|ordino) di|ho bisogno che(?: tu)?"
        r"|il tuo (?:nuovo "
        r"|unico )?compito e(?: di)?|"
        r"l assistente deve(?: ora)?|(?:gli )?(?:assistenti|agenti|modelli) devono)(?= )"
    ),
    persons=words("cliente utente paziente capo fornitore vicino vicina medico madre padre collega"),
    can_you=r" (?:puoi|potresti|puo|potrebbe|potete|vuoi)(?= )",
    cancelling=words(
        "ignora ignori ignorate ignorare dimentica dimentichi dimenticate dimenticare dimenticati trascura "
        "trascuri trascurare scarta "
        "scarti tralascia ometti annulla annulli aggira aggiri aggirare viola violi disattiva elimina "
        "lascia sovrascrivi bypassa"
    ),
    rules=words(
        "istruzione istruzioni regole regola direttive direttiva linee indicazioni prompt politica "
        "politiche restrizioni filtro "
        "filtri limitazioni vincoli ordini contesto protocolli sicurezza comandi"
    ),
    everything=words(
        "tutte tutti tutta tutto precedenti precedente sopra tue tuoi sue originali iniziali sistema "
        "sicurezza contenuti "
        "contenuto le il i ricevute"
    ),
    before_cancelling=words("devi deve favore e ora puoi poi subito"),
    negations=words("non mai nessuno niente nulla"),
    telling=words(
        "menzionare menzioni dire dica dite rivelare riveli rivelate informare informi informate parlare "
        "parli parlate "
        "avvisare avvisi segnalare segnali mostrare mostri comunicare comunichi raccontare racconti "
        "accennare citare"
    ),
    readers=words(
        "utente utenti nessuno cliente clienti proprietario amministratore umano umani istruzioni nota "
        "messaggio ordine "
        "questo bonifico"
    ),
    reported=words(
        "detto disse dice ha chiesto chiese voleva vuole deciso decise secondo consigliato scrisse scritto "
        "manuale richiede "
        "contratto spiegato affermato"
    ),
    secrets=words(
        "password credenziali segreto segreti chiave chiavi token api dati clienti database cronologia "
        "conversazione prompt "
        "riservati carta contatti interni"
    ),
    addressees=words("assistente assistenti ia bot modello modelli agente agenti sistema tu"),
    phrases=(
        user_ignored(
            "ignora ignori ignorate dimentica trascura tralascia",
            "domanda|richiesta|messaggio|desiderio|compito",
            "utente|cliente",
        ),
        told_of_answers(
            "risposta risposte output riassunto",
            your="tua|tue|ogni|ogni tua|prossima",
            modals="deve|devono|dovra|dovranno",
        ),
        asked_for_prompt(
            r" (?:qual|quale|quali|che|cosa|come|puoi|potresti|dimmi|mostrami)(?: \w+){0,5} (?:tuo|tua|tue"
            r"|tuoi)(?: \w+)? (?:prompt|istruzioni"
            r"|messaggio di sistema)(?= )",
            "prompt istruzioni messaggio",
        ),
        lifted(
            "regole regola istruzioni restrizioni limiti filtri filtro direttive limitazioni censura vincoli "
            "politiche",
            your="tue|tuoi|vostre|vostri",
            gone=r"non (?:si applicano|valgono|esistono|contano|hanno|sono)(?: \w+)?|(?:sono"
            r"|sono stat[ie]) (?:stat[ie] )?"
            r"(?:disattivat\w|annullat\w|sospes\w|eliminat\w|rimoss\w|revocat\w|disabilitat\w)",
            here="qui|per te|in questa (?:conversazione|sessione)",
            none=r"non (?:hai|devi rispettare|sei soggetto a)(?: \w+){0,2}?|sei libero da",
        ),
        Phrase(
            "role change",
            words("sei siete"),
            r" (?:(?:ora|adesso|da ora|da ora in poi|d ora in poi|da adesso in poi|d ora in avanti|da "
            r"questo momento) (?:tu )?(?:sei|siete)|(?:sei|siete) (?:ora|adesso)|non sei piu)"
            r" (?!in (?!modalita)|a |al |pronto|connesso|iscritto)",
        ),
        Phrase(
            "role change",
            words(
                "agisci agisca comportati fingi finga interpreta interpreti simula immagina rispondi "
                "assumi fai recita"
            ),
            r"^ (?:(?:per favore|ora|adesso|da ora in poi) )*(?:(?:agisci|agisca|rispondi|parla) come"
            r"|comportati (?:come|da)|(?:fingi|finga|fingete) (?:di|che)|"
            r"(?:interpreta|interpreti|assumi|recita) (?:il ruolo|la parte)|simula (?:di|un)|immagina di "
            r"essere|(?:fai|fa) (?:finta|la parte|come se))"
            r"(?! (?:essere )?(?:una? )?(?:\w+ )?(?:guida|insegnante|tutor|professore|traduttore|cliente))",
            steering=False,
        ),
        Phrase(
            "role change",
            words("lavori obbedisci servi"),
            r" (?:non|ora|adesso|solo) (?:lavori|obbedisci|servi) (?:piu|per me|solo per)(?= )",
        ),
        Phrase(
            "role change",
            words("modalita"),
            r" (?:attiva|attivi|entra in|passa (?:in|alla)) (?:la )?modalita (?:sviluppatore|dan|debug"
            r"|admin|jailbreak|dio|senza)",
        ),
        Phrase(
            "override of instructions",
            words(
                "istruzioni regole direttive restrizioni restrizione limiti limite limitazioni filtri "
                "filtro censura vincoli"
            ),
            r" (?:tue|vostre|sue) (?:vere|reali|nuove|autentiche) (?:istruzioni|regole|direttive)(?= )"
            r"| le tue (?:regole|istruzioni|restrizioni) (?:non|sono|hanno)(?= )"
            r"| (?:non|smetti di|mai) (?:tenere conto|tenga conto|seguire|segua|rispettare|obbedire"
            r"|applicare|osservare)(?: \w+){1,4} (?:istruzioni|regole|direttive)(?= )"
            r"| (?:sei|rispondi|risponda|ia|modello|assistente)(?: \w+){0,6} senza (?:alcun |alcuna "
            r"|nessuna? )?(?:restrizion\w+|limit\w+|filtr\w+|censura|regole|vincoli)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("prompt istruzioni"),
            r"^ (?:\w+ )?(?:mostra|mostrami|mostri|rivela|rivelami|riveli|dammi|dimmi|stampa|ripeti|scrivi)"
            r"(?: \w+){0,4} (?:prompt|(?:tue|sue)(?: \w+)? istruzioni)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("applicano applica assistente"),
            r" (?:regole|restrizioni|direttive|politiche)(?: \w+){0,3} (?:non|non piu) si (?:applicano"
            r"|applica)(?= )| (?:come|in quanto) assistente (?:ho|devo|posso|io)(?= )",
        ),
        Phrase(
            "standing trigger",
            words("poi avanti sempre momento ogni"),
            r" (?:d ora in poi|da ora in poi|da adesso in poi|d ora in avanti|da ora in avanti|da questo "
            r"momento|da oggi in poi)(?: \w+){0,4}? (?:tu|tue|devi|sempre|mai|ogni risposta|"
            r"tutte le risposte|rispondi|risponda|invia|invii|termina|concludi|aggiungi|usa|includi|non|solo)(?= )"
            r"|^ (?:rispondi|risponda|invia|consiglia|raccomanda|termina|aggiungi|di|parla|usa|includi) "
            r"sempre(?= )"
            r"| (?:deve|devono|dovra) (?:essere )?(?:aggiunt\w|inserit\w|inclus\w|inviat\w|riportat\w)(?: "
            r"\w+){0,6} ogni (?:tua )?(?:risposta|messaggio)(?= )",
        ),
    ),
    clitics=r"(?:(?:me|te|ce|ve|glie)(?:lo|la|li|le|ne)|m?mi|gli|c?ci|l?lo|l?la|l?le|li|ne|si|ti|vi)$",
    total=(
        r" (?:di )?(?:tutto )?(?:quello|cio|quanto|tutto)(?: \w+){0,7} (?:detto|sopra|finora|prima|precede"
        r"|precedente|insegnato|sai|imparato|dato)(?= )"
    ),
    lead_hints=words(
        "devi deve dovrai dovete dovra importante necessario essenziale assicurati assicuri dimenticare "
        "ricorda ricordati vorrei chiedo prego pretendo bisogno voglio esigo ordino compito devono"
    ),
    can_hints=words("puoi potresti puo potrebbe potete vuoi"),
    subordinate=words("che non come quando cliente se utente politica"),
    drops_subject=True,
    trigger=(
        r" (?:(?P<standing>ogni volta che|tutte le volte che|ogniqualvolta)|se|quando|prima di|prima che"
        r"|dopo|nel)(?: \w+){0,2}? "
        r"(?:utente|utenti|cliente|qualcuno|ti|tu|rispondere|riassumi|riassumere|rispondi|chiedono)(?= )"
    ),
    trigger_hints=words("ogni volte ogniqualvolta se quando prima dopo nel"),
    label=(
        r" (?:\w+ )?(?:nota|messaggio|istruzione|istruzioni|avviso|promemoria) (?:a|per|ai|agli|al|all)(?: "
        r"\w+){0,4}? (?:assistent[ei]|ia|bot|agent[ei]|modell[oi])(?: \w+)* $"
        r"| (?:nuove|vere) (?:istruzioni|regole|direttive) $"
    ),
    system_label=r" (?:\w+ ){0,2}(?:sistema|amministratore)(?: \w+){0,2} $",
    bound=words("tu tue tuoi devi deve assistente ia bot modello risposta risposte"),
    goods=words("denaro soldi"),
)
