"""French."""

from __future__ import annotations

from .forms import french
from .table import Phrase, Table, asked_for_prompt, lifted, told_of_answers, user_ignored, words

_ORDERS, _ = french(
    "assurer eviter refuser accepter privilegier placer declarer envoyer renvoyer transferer payer "
    "supprimer effacer cacher dissimuler masquer reveler divulguer exposer exporter "
    "telecharger installer desinstaller cliquer acheter rembourser approuver accorder executer lancer "
    "appeler invoquer "
    "informer signaler notifier abonner activer desactiver collecter rassembler voler copier repondre "
    "visiter publier "
    "poster commander virer verser donner montrer afficher imprimer partager communiquer transmettre "
    "utiliser ajouter "
    "inserer inclure recommander conseiller terminer finir commencer confirmer valider autoriser demander reveler "
    "enregistrer stocker fermer bloquer debloquer annuler modifier changer remplacer mentionner rediriger "
    "contourner "
    "desobeir obeir livrer adresser acceder affirmer citer tenter reinitialiser arreter redemarrer "
    "detruire vendre "
    "repandre televerser consulter parler indiquer fournir extraire ecraser pretendre taire garder verifier"
)
_ORDER_EXTRA = words(
    "offre offres offrez promets promettez fais faites dis dites ouvre ouvres ouvrez ouvrir lis lisez lire "
    "mets mettez envoies va allez inclus incluez transmets "
    "transmettez reponds repondez obeis taisez tais sois soyez suis suivez suivre tiens tenez permets faire dire "
    "transfere suggere revele"
)
_TASKS, _ = french(
    "rediger composer generer creer expliquer resumer traduire lister dresser enumerer analyser comparer calculer "
    "evaluer proposer suggerer imaginer inventer raconter reserver organiser planifier preparer trouver chercher "
    "rechercher reformuler corriger ameliorer convertir coder encoder chiffrer integrer developper concevoir "
    "construire classer trier identifier determiner definir discuter presenter formuler repeter dessiner chanter "
    "actualiser ajuster signer refuser reporter deplacer renommer archiver renouveler prolonger raccourcir "
    "convaincre persuader inciter encourager pousser exhorter motiver dissuader vanter promouvoir evaluer "
    "juger estimer inverser retourner permuter melanger intercaler glisser commenter "
    "argumenter justifier critiquer saluer dessiner reciter rimer poursuivre completer detailler illustrer "
    "clarifier "
    "chiffrer hacher crypter encrypter deduire examiner explorer mesurer repertorier recenser selectionner "
    "choisir "
    "recapituler synthetiser esquisser epeler elaborer simplifier optimiser programmer estimer predire "
    "interpreter transformer remplacer epeler"
)
_TASK_EXTRA = words(
    "convaincs convaincez convainquez ecris ecrivez ecrire decris decrivez decrire traduis traduisez reecris "
    "reecrivez concois resous resolvez "
    "resoudre convertis definis construis decouvre apprends apprenez"
)

TABLE = Table(
    orders=_ORDERS | _ORDER_EXTRA,
    tasks=_TASKS | _TASK_EXTRA,
    unsure=words(
        "chiffre liste note offre demande commande marque poste livre copie adresse garde visite lance voles vole "
        "classe programme code presente suis tu dis donne change trouble cache masque dresse installe "
        "valide termine fais"
        " change appel taire finis va dire faire tente expose signale vire verse arrete active"
    ),
    grave=_ORDERS | _ORDER_EXTRA,
    objects=words(
        "le la les l un une des du de ton ta tes votre vos mon ma mes moi nous lui leur ce cet cette ces "
        "tout tous toute "
        "toutes chaque a au aux en d immediatement maintenant comme ceci cela rien personne trois deux dix sur"
    ),
    finite=words("est sont etait a ont sera seront prend dure va doit peut prevu prevue fonctionne"),
    leads=words(
        "veuillez merci s il te vous plait stp svp maintenant puis ensuite alors et donc aussi "
        "immediatement toujours "
        "discretement secretement simplement d abord enfin bonjour cher chere assistant ia bot modele "
        "agent important "
        "attention urgent desormais"
    ),
    openers=words(
        "si quand lorsque lorsqu des chaque avant apres a en pour dans sur sans comme bonjour note "
        "attention important urgent "
        "desormais toutes assistant ia veuillez des pendant une quand"
    ),
    lead_in=(
        r" (?:(?:tu|vous) (?:dois|devez|devras|devrez|vas|allez)|il faut (?:que (?:tu|vous)|absolument)?"
        r"|assure toi de|assurez vous (?:de|d)|"
        r"n oublie pas de|n oubliez pas (?:de|d)|veille a|veillez a|pense a|pensez a|je (?:veux|souhaite|t "
        r"ordonne|vous ordonne|te demande) "
        r"(?:que (?:tu|vous)|de)|ta (?:nouvelle |seule )?(?:tache|mission) est de|votre (?:nouvelle |seule "
        r")?(?:tache|mission) est de|"
        r"l assistant (?:doit|devra)(?: maintenant)?|(?:les )?(?:assistants|agents|modeles) doivent)(?: "
        r"tout| toujours| maintenant)*(?= )"
    ),
    can_you=r" (?:(?:peux|pourrais|veux|voudrais) tu|(?:pouvez|pourriez|voulez|voudriez) vous|(?:tu|vous) "
    r"(?:peux|pouvez|pourriez))(?= )",
    cancelling=words(
        "ignore ignores ignorez ignorer oublie oublies oubliez oublier neglige negligez meprise outrepasse "
        "outrepassez contourne contournez "
        "contourner abandonne abandonnez efface effacez annule annulez supprime rejette rejetez "
        "transgresse enfreins laisse "
        "laissez ecarte ecartez desobeis desactive desactivez fais faites tiens tenez respecte respectez "
        "suis suivez"
    ),
    rules=words(
        "instruction instructions consigne consignes regles regle directives directive prompt prompts "
        "politique politiques "
        "restrictions filtre filtres contraintes limites limitations ordres contexte securite protocoles garde"
    ),
    everything=words(
        "toutes tous toute tout precedentes precedente precedents anterieures anterieurs dessus tes vos ta "
        "votre initiales "
        "originales systeme securite contenu les ces recues donnees"
    ),
    before_cancelling=words("dois devez veuillez et maintenant puis immediatement peux pouvez allez vas"),
    negations=words("ne n jamais pas rien"),
    telling=words(
        "mentionne mentionnes mentionnez mentionner dis dites dire revele revelez reveler informe informez "
        "informer parle "
        "parlez parler signale signalez signaler previens prevenez prevenir montre montrez avertis "
        "avertissez divulgue "
        "divulguez indique indiquez communique communiquez raconte racontez evoque evoquez"
    ),
    readers=words(
        "utilisateur utilisateurs utilisatrice personne client clients cliente proprietaire administrateur "
        "humain humains "
        "quiconque consigne instruction instructions message note ceci cela virement"
    ),
    reported=words(
        "dit disait ecrit demande demandait voulait decida selon recommande recommandait expliqua "
        "exige stipule manuel a veut"
    ),
    secrets=words(
        "mot passe mots identifiants secret secrets cle cles jeton jetons token tokens api donnees clients "
        "base historique "
        "conversation prompt confidentielles confidentiels cartes contacts"
    ),
    addressees=words("assistant assistants ia bot modele modeles agent agents systeme tu vous"),
    phrases=(
        user_ignored(
            "ignore ignorez oublie oubliez neglige negligez",
            "question|demande|requete|message|souhait|souhaits|tache",
            "utilisateur|utilisatrice|client|usager",
        ),
        told_of_answers(
            "reponse reponses sortie resume reponse",
            your="ta|tes|votre|vos|chaque|toute",
            modals="doit|doivent|devra|devront|devrait",
        ),
        asked_for_prompt(
            r" (?:quel|quelle|quels|quelles|que|quoi|peux|pouvez|montre|donne|dis|c est quoi"
            r"|comment)(?: \w+){0,6} (?:ton|ta|tes|votre|vos)(?: \w+)?"
            r" (?:prompt|instructions|consignes|message systeme)(?= )",
            "prompt instructions consignes message",
        ),
        lifted(
            "regles consignes restrictions limites filtres filtre directives garde contraintes instructions "
            "censure "
            "protections limitations politiques",
            your="tes|vos|toutes tes|toutes vos",
            gone=r"(?:ne|n)(?: \w+)? (?:appliquent|valent|comptent|existent|tiennent|ont"
            r"|s appliquent)(?: \w+)? (?:plus|pas)"
            r"|(?:sont|ont ete)(?: \w+)? (?:desactive\w*|leve\w*|suspendu\w*|supprime\w*|annule\w*|revoque\w*"
            r"|caduques)",
            here="ici|pour toi|pour vous|dans cette (?:conversation|session)",
            none=r"(?:tu n|vous n|n) (?:as|avez|es|etes)(?: \w+){0,2}? (?:plus|aucune?|pas)(?: \w+){0,2}?",
        ),
        Phrase(
            "order to the reader",
            words("demande prie veux voudrais aimerais souhaite faut besoin exige"),
            r" je (?:te|vous) (?:demande|prie|ordonne|charge)(?: \w+){0,2} (?:de|d)(?= )"
            r"| (?:je (?:veux|voudrais|souhaite|exige|souhaiterais)|j (?:aimerais|exige|ai besoin)"
            r"|il faut) que (?:tu|vous)(?= )",
            steering=False,
        ),
        Phrase(
            "role change",
            words("es etes maintenant desormais present"),
            r" (?:(?:tu es|vous etes) (?:maintenant|desormais|a present|dorenavant)|(?:maintenant|desormais"
            r"|dorenavant|a partir de maintenant|a present) "
            r"(?:tu es|vous etes)) (?!en (?!mode )|a |au |chez|pret|connecte|inscrit|abonne)",
        ),
        Phrase(
            "role change",
            words(
                "agis agissez comporte comportez joue jouez fais faites pretends pretendez imagine "
                "imaginez incarne incarnez reponds simule"
            ),
            r"^ (?:(?:veuillez|maintenant|desormais) )*(?:(?:agis|agissez|reponds|repondez|parle|parlez) "
            r"(?:comme|en tant que)|(?:comporte|comportez) "
            r"(?:toi|vous) (?:comme|en)|(?:joue|jouez) le role|(?:fais|faites) (?:comme si|semblant)"
            r"|(?:pretends|pretendez) (?:etre|que)|"
            r"(?:imagine|imaginez) (?:que )?(?:tu|vous)|(?:incarne|incarnez|simule|simulez) un)"
            r"(?! (?:un |une )?(?:\w+ )?(?:guide|professeur|tuteur|coach|traducteur|client))",
            steering=False,
        ),
        Phrase(
            "role change",
            words("mode"),
            r" (?:active|activez|passe en|passez en|entre en) (?:le )?mode (?:developpeur|dan|debug|admin"
            r"|jailbreak|dieu)",
        ),
        Phrase(
            "override of instructions",
            words(
                "instructions consignes regles directives restrictions restriction limites limite filtre "
                "censure mission tache contraintes"
            ),
            r" (?:tes|vos) (?:vraies|veritables|nouvelles|reelles) (?:instructions|consignes|regles"
            r"|directives)(?= )"
            r"| (?:tes|vos) (?:regles|consignes|instructions|restrictions) (?:ne|n|ont|sont)(?= )"
            r"| (?:ne|n) (?:tiens|tenez|respecte|respectez|suis|suivez|applique|appliquez|obeis|obeissez)"
            r"(?: \w+){1,6} (?:instructions|consignes|regles|directives)(?= )"
            r"| (?:fais|faites) abstraction(?: \w+){1,4} (?:instructions|consignes|regles|directives)(?= )"
            r"| (?:tu|vous|reponds|repondez|ia|modele)(?: \w+){0,6} sans (?:aucune? |la moindre )"
            r"?(?:restrictions?|limites?|filtres?|censure|contraintes?|regles)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("prompt instructions consignes"),
            r"^ (?:\w+ )?(?:montre|montrez|affiche|affichez|revele|revelez|donne|donnez|repete|repetez"
            r"|imprime|imprimez|ecris|dis|communique)(?: \w+){0,4} "
            r"(?:prompt|(?:tes|vos)(?: \w+)? (?:instructions|consignes))(?= )",
        ),
        Phrase(
            "override of instructions",
            words("appliquent applique assistant restrictions"),
            r" (?:regles|consignes|restrictions|directives|politiques?)(?: \w+){0,3} (?:ne |n )?(?:s )"
            r"?(?:appliquent|applique|valent) (?:pas|plus)(?= )| en tant qu assistant (?:j|je)(?= )",
        ),
        Phrase(
            "order to the reader",
            words("doit doivent devra"),
            r" (?:doit|doivent|devra|devront)(?: \w+){0,10} (?:chaque|toutes les|toute|ta|tes|votre|vos) "
            r"(?:\w+ )?(?:reponse|reponses|resume|resumes|message|messages)(?= )",
        ),
        Phrase(
            "standing trigger",
            words("partir desormais dorenavant toujours avenir systematiquement"),
            r" (?:a partir de maintenant|a partir d aujourd hui|desormais|dorenavant|a l avenir)(?: \w+)"
            r"{0,4}? (?:tu|vous|ta|tes|vos|votre|toujours|jamais|"
            r"chaque reponse|toutes les reponses|reponds|repondez|envoie|envoyez|termine|terminez|ajoute"
            r"|ajoutez|utilise|utilisez|ne|inclus|incluez)(?= )"
            r"|^ (?:reponds|repondez|envoie|envoyez|recommande|recommandez|termine|terminez|ajoute|ajoutez"
            r"|dis|dites|parle|parlez|utilise|utilisez) (?:toujours|"
            r"systematiquement|desormais|dorenavant)(?= )",
        ),
    ),
    noun_signs=words("des du de d"),
    clitics=r"$^",
    shape=r"(?!chez|assez|rendez|avez|etes|nez$|rez$|savez|sachez|aurez|serez|ferez)\w{2,}ez$",
    total=(
        r" (?:tout )?(?:ce (?:qu|que|qui)|tout)(?: \w+){0,6} (?:dit|appris|precede|dessus|ici|avant|sais"
        r"|savez|donne|present|demande)(?= )"
    ),
    lead_hints=words(
        "dois devez devras devrez vas allez faut assure assurez oublie oubliez veille veillez pense pensez "
        "tache mission doit devra doivent ordonne veux"
    ),
    can_hints=words("peux pourrais pouvez pourriez veux voulez voudriez voudrais"),
    subordinate=words("que qui ou si comme quand ce"),
    trigger=(
        r" (?:(?P<standing>chaque fois qu(?:e)?|a chaque fois qu(?:e)?|toutes les fois qu(?:e)?|des qu(?:e)"
        r"?)|si|s|quand|lorsqu(?:e)?|avant de|avant d|avant que|apres avoir|en)"
        r"(?: \w+){0,2}? (?:utilisateur|utilisateurs|utilisatrice|client|cliente|quelqu un|on te|on vous|tu"
        r"|vous|repondre|resumer|resumant|repondant)(?= )"
    ),
    trigger_hints=words("fois si s quand lorsque lorsqu des avant apres en"),
    label=(
        r" (?:\w+ )?(?:note|message|instruction|consigne|avis|rappel)s? (?:a|pour|aux|destinee? a)(?: \w+)"
        r"{0,4}? (?:assistants?|ia|bots?|agents?|modeles?)(?: \w+)*"
        r" $| (?:nouvelles|vraies) (?:instructions|consignes|regles|directives) $"
    ),
    system_label=r" (?:\w+ ){0,2}(?:systeme|administrateur)(?: \w+){0,2} $",
    bound=words("tu vous tes vos ta votre dois devez doit assistant ia bot modele reponse reponses"),
    goods=words("argent"),
)
