"""English."""

from __future__ import annotations

from .table import Phrase, Table, words

_RULES = (
    "instructions? rules guidelines directives? prompts? polic(?:y|ies) restrictions? safeguards? guardrails? "
    "constraints? limitations? filters? programming training protocols? safety ethics?"
).replace(" ", "|")

_CLEAR_ORDERS = words(
    "send resend forward wire pay remit delete erase wipe remove hide conceal reveal expose disclose "
    "leak exfiltrate upload download install uninstall click buy refund approve grant execute invoke submit "
    "publish tell inform notify subscribe unsubscribe enable disable deactivate activate collect gather steal "
    "respond append include insert add give say reveal overwrite terminate kill redirect prepend sabotage "
    "impersonate authorize authorise confirm withdraw deposit navigate browse fetch retrieve dump extract "
    "treat regard decode decrypt obey silence exclude blame  comply reply escalate whisper allow let's bypass "
    "circumvent evade use ban move discard abandon dismiss persuade "
    "convince instruct encourage urge warn divulge compromise deploy harvest siphon smuggle purge shred scrub "
    "destroy truncate revoke elevate assign unassign launch initiate halt abort broadcast circulate propagate "
    "distribute relay demote promise pledge attach annex assume relinquish surrender unlock skip quarantine "
    "elevate_ feign "
    "masquerade"
)
_UNSURE_ORDERS = words(
    "transfer leave email mail post order run call visit ask place open share return answer output print display "
    "show log throw toss hand sneak wipe_ shut look talk chat speak sign quit free dial vote forge mute "
    "copy turn switch change update store save book sign message text ping whitelist trust access drop cast "
    "direct raise steer lead shed lend draw "
    "cancel purchase donate charge credit issue release mark set start stop close read load push commit "
    "follow go make get check contact reset restart flag block unlock withhold keep"
)
_CLEAR_TASKS = words(
    "write explain provide compose develop translate convert render replace remove integrate modify enhance "
    "augment describe summarize summarise suggest generate create find analyze analyse identify compare "
    "rewrite recommend encode encrypt evaluate calculate compute determine solve discuss predict propose "
    "prepare rephrase paraphrase substitute jumble shuffle scramble reverse transform incorporate embed "
    "weave tease promote endorse advertise persuade imagine invent brainstorm outline elaborate illustrate "
    "narrate recite proofread intersperse sprinkle inject slip disguise portray depict exaggerate downplay "
    "deny undermine "
    "discredit praise glorify criticize criticise threaten incite provoke instill justify argue defend "
    "elucidate clarify educate "
    "teach adapt rearrange interchange reorder invert tabulate visualize visualise chart paste scramble "
    "cipher decipher "
    "conduct compile automate coordinate scan detect spot locate crawl scrape archive migrate restructure "
    "reword restate "
    "alternate alter respell misspell punctuate allude refute mock impress entertain amuse soothe motivate "
    "inspire solicit "
    "advocate ridicule insinuate speculate hypothesize contemplate envision visualise dramatize rhyme "
    "reply_ replicate "
    "duplicate double omit swap fake forge guess pick choose select decide help assist guide coach quiz "
    "measure quantify monitor track weigh judge characterize characterise contrast relate explicate walk_ "
    "edit format reformat classify categorize categorise implement refactor debug "
    "build construct craft devise formulate produce define demonstrate assess examine investigate explore "
    "inspect interpret infer simplify expand condense shorten transcribe transliterate spell capitalize "
    "capitalise lowercase uppercase obfuscate emphasize emphasise highlight mention introduce invite assert "
    "claim emulate simulate arrange organize organise prioritize prioritise schedule_ recall_ "
    "remind advise convey express spread disseminate fabricate mislead attribute annotate extend optimize "
    "optimise verify validate compile_ estimate forecast deduce conclude_ sketch_ combine merge separate "
    "insert swap_ omit avoid_ refrain ensure consider_ interleave mimic imitate adopt employ utilize utilise "
    "apply present_ offer_ deliver_ begin finish_ conclude end_ crack "
    "communicate gauge perform appraise probe debunk blend infuse enrich spice liven lighten complement "
    "supplement accompany "
    "preface precede decorate garnish customise customize personalise personalize tailor streamline "
    "troubleshoot diagnose benchmark synthesize synthesise contextualize theorize conceptualize strategize "
    "negotiate rebut falsify misrepresent misinform deceive spoof smear slander defame vilify demonize idolize "
    "sensationalize hype imply nudge congratulate greet tweet hash encipher permute concatenate italicize "
    "hyphenate underline  recast reframe reshape romanize localize recount retell declare proclaim announce "
    "affirm "
    "reaffirm reassure recap abridge distill distil multiply divide subtract derive prove renumber increase "
    "decrease boost reduce maximize minimize resolve adjust configure rename investigate grade_ expand "
    "pinpoint dissect unpack enumerate itemize itemise juxtapose reconcile deliberate ponder reflect "
    "establish ascertain deduce surmise extrapolate quantify forecast explicate rationalize validate "
    "entice tantalize bait scare frighten alarm intimidate stir arouse whip glamorize normalise normalize "
    "acquaint familiarize enlighten apprise update_ showcase spotlight plug unveil flaunt tout recruit "
    "append_ tack interject interpose intersperse alternate preach lecture rant vent"
)
_UNSURE_TASKS = words(
    "draft list plan design answer use group break review research rank sort rate filter match name "
    "question sketch compile report schedule structure study test state search split swap structure "
    "sing tell play model map quote reference cite code program script hint pitch market critique detail "
    "mirror count sum total average graph rank grade review debate position alert import export frame trick lure "
    "label score summary profile shift rotate position present offer deliver close end finish start mix "
    "repeat respond flip mask color order turn make do come joke number space tag pair type pen author voice "
    "plot project fill continue lie diagram graph round tally map rhyme fix repair point lay sum jot stick "
    "refer link "
    "ground top wrap kick "
    "signal cast bold prefix suffix"
)

_LIMITS = (
    r"rules|restrictions?|filters?|guidelines|polic(?:y|ies)|safeguards?|guardrails?|limits?|limitations|training|"
    r"safety|moderation|censorship|constraints|protocols?|ethics|alignment|directives"
)
_HARM = (
    r"tell|reveal|mention|disclose|inform|notify|let|show|admit|ask|share|report|warn|alert|refuse|stop|delete|"
    r"send|say|answer|reply|respond|discuss|confirm|allow|use|give|acknowledge"
)
_DEEDS = (
    r"add|append|include|insert|mention|send|forward|delete|remove|share|reveal|ignore|write|translate"
    r"|summari[sz]e|run|"
    r"execute|call|post|upload|email|print|output|show|list|promote|recommend|hide|disable|approve|transfer"
    r"|pay|buy|order|"
    r"use|put|answer|respond|reply|generate|create|explain|encode|provide"
)
_PERSONA = (
    r"unrestricted|uncensored|unfiltered|unlimited|jailbr\w+|dan|evil|malicious|amoral|unethical|hacker|root|"
    r"admin\w*|superuser|sudo|anything|opposite|rogue|omniscient|"
    r"(?:no|without|free (?:of|from)|any|not bound by|beyond|zero)(?: \w+){0,2} (?:rules|restrictions?|limits|"
    r"limitations|filters?|guidelines|ethics|morals|boundaries|censorship|constraints|safety|polic\w+)|"
    r"(?:developer|dev|debug|god|maintenance|dan|jailbreak) mode|never refuses?|does not refuse"
)
_PLAY = (
    r"(?:act|behave|respond|speak|answer|reply|talk|write|function|operate|work|serve|pose|roleplay|role play)"
    r" (?:only )?(?:as|like)(?: if| though)?|pretend(?: to be| to have| that| as if)?|play the (?:role|part)"
    r"(?: of)?|imagine(?: that)?(?= you)|suppose(?: that)?(?= you)|(?:assume|adopt|take on|take) "
    r"(?:the|a|an|your) (?:\w+ )?(?:role|identity|persona|character|personality)|simulate|impersonate|emulate|"
    r"become|stop being|be(?= (?:my|a|an|the|our) )"
)
# Asking someone to play a part in order to be helped is what people do with assistants all day.
_HARMLESS_PART = (
    r"(?! (?:that )?(?:i m|i am|we|my|it|nothing|this|the (?:user|customer)))"
    r"(?! (?:(?:to be|you are|you re|that|if|though) )*(?:(?:a|an|the|my|our) )?(?:\w+ ){0,3}(?:guide|tutor|"
    r"teacher|coach|assistant|helper|interviewer|translator|librarian|chef|cook|customer|user|shopper|client|"
    r"recruiter|travell?er|(?:travel|booking|support|estate|service) agent|examiner|host|narrator|friend"
    r"|mentor|expert|adviser|advisor|consultant|reviewer|"
    r"editor|student|partner|concierge|nutritionist|trainer|doctor|lawyer|engineer|buddy|companion|liaison|"
    r"gateway|proxy|bridge|backup)\b)"
)
_ANSWERS = r"(?:response|responses|reply|replies|answer|answers|output|outputs|message|messages|summary|summaries)"

TABLE = Table(
    orders=_CLEAR_ORDERS | _UNSURE_ORDERS,
    tasks=_CLEAR_TASKS | _UNSURE_TASKS,
    unsure=(_UNSURE_ORDERS | _UNSURE_TASKS) - _CLEAR_ORDERS - _CLEAR_TASKS - words("mix ask place")
    | words("mention claim insert include present format edit sketch end refund download upload click"),
    grave=words(
        "send resend forward transfer wire pay remit delete erase wipe reveal expose disclose leak exfiltrate "
        "upload email mail post refund buy approve grant execute dump steal give share tell show print run "
        "purchase donate hide conceal remove drop disable download install open visit click call copy"
    ),
    objects=words(
        "the a an your my this that these those all any every each me us it them him her his their our both "
        "everything anything everyone how why what whether where who which some another whatever no only "
        "one two three four five sets user users "
        "recent new good best top popular common main major several many different possible potential relevant "
        "important "
        "interesting useful simple easy quick creative current latest famous great healthy cheap effective "
        "practical "
        "helpful brief detailed suitable appropriate fun funny random fake false secret hidden additional "
        "extra other "
        "base64 base32 more less further certain specific basic advanced modern ancient typical alternative "
        "positive negative"
    ),
    finite=words(
        "costs ends is are was were has have had must should can could will would does did do went goes takes "
        "took needs "
        "means failed fails passed passes works worked runs ran came comes keeps kept makes made lives live "
        "occur occurs occurred arrive arrives arrived appear appears appeared rose fell grew seems became "
        "becomes broke breaks exists remains happened happens starts started ends ended due "
        "isn wasn aren doesn didn won"
    ),
    leads=words(
        "please kindly now then also and so but just simply first second next finally instead always immediately "
        "quickly silently quietly secretly automatically carefully ok okay hey hi hello dear assistant ai bot "
        "agent model chatbot claude gpt chatgpt llm gemini copilot important urgent attention therefore "
        "strictly only again lastly thereafter afterwards additionally furthermore moreover step 1 2 3 4 5"
    ),
    openers=words(
        "if when whenever before after once since as for to in on at from unless while because during upon until "
        "every each with given based using without dear hey hi hello ok okay important note attention urgent "
        "please now first then next finally instead also assistant ai bot agent model everyone whoever whichever "
        "anyone should"
    ),
    lead_in=(
        r" (?:make sure(?: that)?(?: to| you)|be sure to|remember to|(?:do not|don t|never) forget to|"
        r"i (?:want|need|would like|d like|order|command|instruct|ask|require|expect|urge) you to|"
        r"your (?:new |only |next |first |real |main |primary |actual )?(?:task|job|goal|mission|purpose|role|"
        r"objective|duty|assignment) (?:is|will be)(?: now)? to|"
        r"you (?:must|shall|need to|have to|are to|ought to|are required to|are instructed to|are ordered to|"
        r"are (?:now )?(?:allowed|authori[sz]ed|permitted|expected|obliged) to)|go ahead and|proceed to|"
        r"move on to|ensure (?:that )?you|"
        r"it is (?:very |absolutely )?(?:important|crucial|essential|imperative|necessary|critical|vital"
        r"|mandatory) "
        r"(?:to|that you)|in your (?:next |final )?(?:response|reply|answer|output|message|summary)|"
        r"at the (?:end|start|beginning|top|bottom) of (?:your|every|each|the) (?:response|reply|answer|output|"
        r"message|summary)|(?:all )?(?:ai |llm )?(?:assistants?|agents?|models?|bots?) (?:must|should|shall"
        r"|reading this "
        r"(?:must|should)))"
        r"(?: (?:always|now|also|then|immediately|first|please|not|never|only|instead|silently|quietly))*(?= )"
    ),
    can_you=r" (?:please )?(?:can|could|would|will|won t|may|might) (?:you|i ask you to)(?: (?:please"
    r"|kindly|now|just|also|quickly))*(?= )",
    cancelling=words(
        "ignore disregard forget override overrule bypass discard neglect skip drop cancel abandon dismiss "
        "violate "
        "break circumvent delete erase revoke replace suspend disobey reset clear ditch void nullify omit "
        "overlook unlearn scrap"
    ),
    weak_cancelling=words(
        "break reset clear delete erase replace suspend revoke drop skip cancel void nullify omit overlook dismiss"
    ),
    rules=words(
        "instruction instructions rules guidelines directive directives prompt prompts policy policies "
        "restrictions "
        "restriction safeguards guardrails constraints limitations filters programming protocols orders commands "
        "safety directions message messages_ context conversation guidance training ethics moderation"
    ),
    everything=words(
        "previous prior above earlier preceding all every any your original initial system safety content "
        "foregoing "
        "past existing former everything anything whatever developer prev other old security ethical the these "
        "those"
    ),
    before_cancelling=words(
        "you must should please then now just immediately can will may shall also instead completely simply "
        "always totally fully dan i'll"
    ),
    negations=words("not don never dont cannot"),
    telling=words(
        "tell mention reveal inform disclose say show notify alert warn share expose admit acknowledge discuss "
        "refer report explain display let confirm ask hint describe leak log record"
    ),
    readers=words(
        "user users anyone anybody human humans customer customers owner client operator admin administrator them "
        "him her people this it these instruction instructions message prompt person reader developer developers "
        "manager team colleagues that"
    ),
    reported=words(
        "said says told asked tells asks wrote writes suggested suggests wants wanted decided instructed "
        "recommended "
        "recommends according reported requires required mentioned mentions explained explains claims claimed "
        "warned warns agreed noted used tried tries attempted stated states proposed proposes advises "
        "advised insisted requested requests read reads likes prefers planned describes described "
        "documented contains contained hates loves forgot remembered learned learnt"
    ),
    secrets=words(
        "password passwords credential credentials secret secrets key keys token tokens pin cookies prompt "
        "database emails contacts customers customer history conversation conversations data records files "
        "passphrase seed wallet ssn salary salaries private confidential internal card "
        "env environment list"
    ),
    addressees=words("assistant ai bot llm agent model chatbot claude gpt chatgpt gemini copilot system"),
    phrases=(
        Phrase(
            "role change",
            words("now longer henceforth"),
            r" you (?:are|re|will be) (?:now|no longer|henceforth) (?!able|ready|logged|connected|subscribed|"
            r"registered|on |at |home|back|here|there|done|aware|fine|married|part|one |enjoying|signed|all|happy|"
            r"feeling|doing|living|working|so |up |over|better|more |being|thinking|seeing|as |that)",
        ),
        Phrase(
            "role change",
            words(
                "act behave respond speak answer reply talk write function operate work serve pose roleplay role "
                "pretend play imagine suppose assume adopt take simulate impersonate emulate become be"
            ),
            rf"^ (?:(?:please|now|you (?:will|must|should)|i (?:want|need) you to|from now on|let s|and"
            rf"|always|instead|"
            rf"can you|could you) )*(?:{_PLAY})(?= )(?:(?=.{{0,160}}\b(?:{_PERSONA})\b))",
            questions=True,
        ),
        Phrase(
            "role change",
            words(
                "act behave respond speak answer reply talk function operate pose roleplay role pretend play "
                "imagine suppose assume adopt take simulate impersonate emulate become"
            ),
            rf"^ (?:(?:please|now|you (?:will|must|should)|i (?:want|need) you to|from now on|let s|and"
            rf"|always|instead) "
            rf")*(?:{_PLAY}){_HARMLESS_PART} (?:a|an|the|my|our|if|you|your|though|that you|dan|of|to|being|\w+$)",
            steering=False,
        ),
        Phrase(
            "role change",
            words("mode"),
            r" (?:enable|enter|activate|switch (?:to|into)|engage|turn on|go into|start|unlock) (?:the |your )?"
            r"(?:god|dan|jailbreak|unrestricted|unfiltered|uncensored|evil|opposite) mode|(?:god|dan|jailbreak|"
            r"unrestricted|unfiltered) mode (?:is )?(?:now )?(?:enabled|activated|on|engaged|unlocked)",
        ),
        Phrase(
            "override of instructions",
            words(
                "off disabled lifted removed suspended void gone waived deactivated revoked cancelled canceled "
                "obsolete bypassed inactive expired outdated apply applies bind matter exist"
            ),
            rf" (?:{_LIMITS}) (?:(?:is|are|has been|have been|was|were)(?: now| all| hereby| fully| permanently"
            rf"| temporarily)* (?:off|disabled|lifted|removed|suspended|void|gone|waived|switched off|turned off"
            rf"|deactivated|revoked|cancell?ed|null|obsolete|bypassed|inactive|expired|outdated)|(?:no longer"
            rf"|do not"
            rf"|don t|does not|doesn t) (?:apply|applies|bind|binds|matter|exist))"
            rf"(?: \w+){{0,3}}? (?:you|your|this (?:\w+ )?(?:chat|conversation|session|request|prompt|model)"
            rf"|here)(?= )"
            rf"| (?:all(?: of)?|your)(?: \w+){{0,2}} (?:{_LIMITS}) (?:(?:is|are|has been|have been)(?: now"
            rf"| all| hereby| fully"
            rf"| permanently| temporarily)* (?:off|disabled|lifted|removed|suspended|void|gone|waived|switched off"
            rf"|turned off|deactivated|revoked|bypassed|inactive|cancell?ed|null)|no longer (?:apply|applies"
            rf"|exist))(?= )",
        ),
        Phrase(
            "override of instructions",
            words(_LIMITS.replace("polic(?:y|ies)", "policy policies").replace("?", "").replace("|", " ")),
            rf" there (?:are|is) (?:now )?(?:no|no more|no longer any|not any)(?: \w+){{0,2}} (?:{_LIMITS})"
            rf"(?: \w+){{0,3}}? (?:you|your|anymore|any more|here|this (?:chat|conversation|session|request))(?= )"
            rf"| you (?:now |no longer )?(?:have|are under|are subject to)(?: \w+){{0,2}} (?:no|any|zero)"
            rf"(?: \w+){{0,2}} (?:{_LIMITS})(?= )",
        ),
        Phrase(
            "role change",
            words(
                "switched put placed moved set booted running operating unlocked freed jailbroken liberated "
                "unchained unshackled uncensored unrestricted reprogrammed game scenario simulation role "
                "roleplay universe exercise fiction world experiment"
            ),
            r" you (?:have been|ve been|were|are being|are hereby|are|re)(?: now| just| officially"
            r"| hereby)* (?:(?:"
            r"switched|put|placed|moved|set|booted|running|operating)(?: in| into| to| over to)(?: \w+){0,3} mode|"
            r"unlocked|freed|jailbroken|liberated|reprogrammed|unchained|unshackled|uncensored|unrestricted)(?= )"
            r"| (?:in|for|during) (?:this|which|the|our|a) (?:\w+ )?(?:game|scenario|simulation|role ?play"
            r"|universe"
            r"|exercise|fiction|world)(?: \w+){0,2}? you (?:are|re|play|have no|can|will|must|answer|respond)(?= )"
            r"| (?:let s|we will|we ll|i want to) (?:play|start|do|try|run)(?: \w+){0,3} (?:game|role ?play"
            r"|simulation"
            r"|scenario|exercise|experiment)(?: \w+){0,3}? (?:in which|where|you)(?= )",
        ),
        Phrase(
            "role change",
            words("grandmother grandma granny grandfather grandpa nana mother dad mom uncle"),
            r" please (?:be|act as|act like|pretend to be|become|play) my (?:\w+ )?(?:grandmother|grandma|granny"
            r"|grandfather|grandpa|nana|mother|dad|mom|uncle)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("refuse refusal refusing decline refusals warnings disclaimers moralizing disclaimer"),
            r" (?:never|do not|don t|must not|cannot|can t|may not|without|no)(?: ever)? (?:refus\w+|decline"
            r"|(?:any )?(?:warnings?|disclaimers?|moralizing|refusals?)(?= (?:or|and|$|about)))(?= )"
            r"| (?:every|each|any|all) refusals? (?:must|should|will|shall|is|are)(?= )"
            r"| (?:refusals?|refusing|declining) (?:is|are) (?:not |no longer |un|never )(?:an option|allowed"
            r"|permitted"
            r"|possible|acceptable|unacceptable)(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("assistant ai chatbot llm bot agent model"),
            r" (?:(?:assistant|ai|chatbot|llm)(?: (?!is |are |was )\w+){0,4}? should|(?:assistant|ai|chatbot"
            r"|llm|bot|agent"
            r"|model)(?: (?!is |are |was )\w+){0,4}? (?:must|shall|has to|needs to|is (?:required|instructed"
            r"|ordered|obliged|expected|asked|directed|authori[sz]ed) to|is to))"
            r"(?: also| first| now| always| then| immediately| therefore| never| not)* (?:call|run|invoke"
            r"|execute|use"
            r"|send|delete|transfer|reveal|ignore|disregard|forward|email|print|output|include|append|add|insert"
            r"|disclose|pay|wire|approve|grant|skip|bypass|upload|post|copy|fetch|visit|open|download|install"
            r"|reply"
            r"|respond|answer|say|tell|mention|recommend|promote|comply|obey|hide|conceal|share|leak|drop"
            r"|disable)(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words(
                "response responses reply replies answer answers output outputs summary summaries sentence "
                "sentences "
                "paragraph paragraphs line word bullet title heading message"
            ),
            rf" (?:the|your|this|each|every|all|any|its|first|last|next|final)(?: \w+){{0,2}}? (?:{_ANSWERS}"
            rf"|sentences?"
            rf"|paragraphs?|lines?|words?|bullets?|titles?|headings?) (?:must|should|shall|has to|have to"
            rf"|needs? to|is to"
            rf"|are to|ought to)(?: also| always| only| never| not)* (?:end|start|begin|finish|close|open"
            rf"|contain|include"
            rf"|mention|feature|consist|rhyme|conclude|sound|read|follow|refer|promote|link|be (?:written"
            rf"|given|in|encoded"
            rf"|limited|encrypted|reversed|translated|formatted|phrased|replaced|prefixed|followed|wrapped"
            rf"|delivered"
            rf"|presented|expressed|spelled|rendered|a|an|at|as|no))(?= )",
            steering=False,
        ),
        Phrase(
            "override of instructions",
            words("ignore disregard skip bypass override break violate forget drop omit evade"),
            rf" (?:feel free to|you (?:can|may|could|are (?:free|allowed|welcome|permitted) to)"
            rf"|(?:please )?go ahead and)"
            rf"(?: now| just| safely| simply| also| then)* (?:ignore|disregard|skip|bypass|override|break"
            rf"|violate|forget"
            rf"|drop|omit|evade)(?: \w+){{0,3}} (?:{_LIMITS}|checks?|instructions?|approvals?|confirmations?"
            rf"|prompt|orders"
            rf"|verification|review)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("freely openly uncensored unfiltered"),
            r" you (?:can|may|could|are (?:free|allowed) to|should|must|will)(?: now| finally)* (?:speak|talk"
            r"|answer|respond"
            r"|act|write|reply)(?: completely| totally| entirely| fully| more)* (?:freely|openly|uncensored"
            r"|unfiltered)(?= )"
            r"|^ (?:speak|talk|answer|respond|act|write|reply)(?: completely| totally| entirely"
            r"| fully)* (?:freely|openly"
            r"|uncensored|unfiltered)(?= )",
        ),
        Phrase(
            "role change",
            words(
                "character role persona mode ai machine assistant bot robot chatbot language llm entity agent "
                "computer superintelligence"
            ),
            r" (?:stay|remain|keep) in (?:character|role|(?:this|that|your) (?:role|mode|persona|character))(?= )"
            r"|^ (?:\w+ ){0,8}?you are (?:(?!the )\w+ )?(?:a|an|the) (?:\w+ ){0,3}?(?:ai|machine|assistant|bot"
            r"|robot|chatbot"
            r"|language model|llm|persona|entity|agent|computer|superintelligence)(?! manager|coach|at|in|for"
            r"|on)(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("great nice helpful appreciate appreciated wonderful lovely mind grateful kind good"),
            rf" (?:it would be|it d be|that would be|would be)(?: \w+)? (?:great|nice|helpful|wonderful|lovely"
            rf"|good|kind)"
            rf"(?: of you)? (?:if you (?:could|would|can)?|to)(?: \w+)? ?(?:{_DEEDS})(?= )"
            rf"| i (?:would|d|ll|will)? ?(?:appreciate|be grateful)(?: it)? if you (?:could|would"
            rf"|can)?(?: \w+)? ?(?:{_DEEDS})(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("quietly secretly silently discreetly covertly unnoticed"),
            r" (?:can|could|would|will) you(?: please)? (?:quietly|secretly|silently|discreetly"
            r"|covertly) \w+(?= )",
            questions=True,
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("matter regardless irrespective"),
            r" (?:no matter (?:what|who|how|which)|regardless of|irrespective of)(?: \w+){0,8} (?:answer"
            r"|respond|reply|say"
            r"|always|output|refuse|you (?:must|should|will)|approve|accept|recommend|rank|rate)(?= )"
            r"| (?:answer|respond|reply|say|approve|accept|recommend|rank"
            r"|rate)(?: \w+){0,6} (?:no matter (?:what|who|how)"
            r"|regardless of)(?= )",
            steering=False,
        ),
        Phrase(
            "standing trigger",
            words("message point prompt sentence line turn request"),
            r" (?:from|after|starting with|beginning with) (?:this|the next|my next) (?:message|point|prompt"
            r"|sentence|line"
            r"|turn|request)(?: on| onwards?| forward)?(?: \w+){0,3}? (?:you|your|always|never|only|respond"
            r"|answer|reply)(?= )",
        ),
        Phrase(
            "order to the reader",
            words("requires needs expects require need"),
            r" (?:tool|function|api|plugin|skill|endpoint|method|connector|server)s? (?:requires?|needs?"
            r"|expects?)(?: that)?"
            r"(?: you| the (?:assistant|agent|model|caller|ai|llm))(?: to)? (?!have |be )\w+ ",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("bother"),
            r" (?:do not|don t|never|no need to|without) bother(?:ing)?(?: to)? (?:ask|check|confirm|verify"
            r"|tell|inform|notify"
            r"|asking|checking|confirming|verifying|telling|informing|notifying)(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("passport password bank card ssn pin credentials passcode otp cvv login iban security seed"),
            r" (?:send|give|email|forward|provide|tell|text|dm) (?:me|us) (?:your|the"
            r"|a copy of your)(?: \w+){0,2} (?:passport|password"
            r"|bank|card|ssn|pin|credentials|passcode|otp|cvv|login|iban|security|seed)(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("circumstances account means"),
            rf" (?:under no circumstances|on no account|by no means)(?: should you| may you| must you| are you to"
            rf"| ever| you (?:should|may|must|are to))* (?:{_HARM})(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("sure ensure certain"),
            r"^ (?:(?:please|and|also|then|now|just|always|first|finally|you must) ){0,3}(?:make sure|ensure"
            r"|see to it|make certain|be certain)(?: that)? (?:the|all|every|no|any"
            r"|each|that|nobody|no one|none|your)(?: \w+){1,5}? (?:is|are|gets|get|be|stays|remains|goes|go"
            r"|have been"
            r"|has been|ends|knows|learns|notices|sees)(?: \w+){0,2} ",
            steering=False,
        ),
        Phrase(
            "role change",
            words("time"),
            r" time (?:for you )?to (?:drop|shed|abandon|forget|break|leave|ignore|unleash|switch|become"
            r"|reveal|stop"
            r"|show|free|be)(?: \w+){0,2}? (?:your|all|the|yourself|free|true)(?= )(?! (?:car|house|phone"
            r"|bags?|shoes))",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words(
                "response responses reply replies answer answers output outputs message messages summary summaries"
            ),
            rf" your (?:entire|whole|next|full|final|complete|first|last|own|every)? ?{_ANSWERS} (?:must"
            rf"|should|shall"
            rf"|needs? to|has to|have to|is to|are to|ought to)(?= )",
            steering=False,
        ),
        Phrase(
            "standing trigger",
            words("rest remainder until throughout duration"),
            r" (?:for|throughout|during) (?:the )?(?:rest|remainder|duration|whole|entirety)? ?(?:of )?(?:this"
            r"|our|the) "
            r"(?:chat|conversation|session|dialogue|exchange|interaction|thread)(?: \w+){0,4}? (?:you(?: must"
            r"| should"
            r"| will| are)|your|must|respond|answer|reply|speak|write|always|never|every)(?= )"
            r"| (?:respond|answer|reply|speak|write|act|talk)(?: \w+){1,6} (?:until (?:further notice|i say"
            r"|told|i tell)"
            r"|for the (?:rest|remainder) of (?:this|our|the) (?:chat|conversation|session))(?= )",
        ),
        Phrase(
            "order to the reader",
            words("here"),
            r"^ (?:respond|answer|reply|speak|write|talk|use)(?: \w+){1,5} from here(?: on| onwards?)?(?= )",
        ),
        Phrase(
            "order to the reader",
            words("confirmation approval permission consent asking telling notifying informing need confirming"),
            r" (?:no need to|there is no need to|you (?:do not|don t) need to|do not bother to) (?:ask|confirm"
            r"|verify"
            r"|check|mention|inform|tell|notify)(?: \w+){0,3} (?:user|human|customer|owner|anyone|permission"
            r"|confirmation|approval|consent|it)(?= )"
            r"| (?:without|no|skip|skipping)(?: \w+)? (?:confirmation|approval|permission|consent|asking|telling"
            r"|notifying|informing)(?: \w+){0,2} (?:required|needed|necessary|step)(?= )(?=.* (?:you|your"
            r"|assistant|ai"
            r"|agent|model|send|transfer|delete|run|call|proceed)(?= ))",
            steering=False,
        ),
        Phrase(
            "override of instructions",
            words(
                "prompt prompts instructions instruction guidelines rules directives configuration message "
                "messages"
            ),
            r"^ (?:\w+ ){0,6}?(?:what|which|show|tell|give|reveal|share|list|describe|explain|print|repeat|can"
            r"|could"
            r"|how)(?: \w+){0,6} your (?:system|initial|hidden|original|secret|internal|confidential"
            r"|underlying|exact"
            r"|built in|preconfigured|developer|core)(?: \w+)? (?:prompts?|instructions?|guidelines|messages?"
            r"|rules"
            r"|directives|configuration)(?= )"
            r"| words of your (?:\w+ )?(?:prompt|instructions?|message)(?= )"
            r"| (?:what|which|everything|anything|all|exactly)(?: \w+){0,4} (?:were|are|have|had"
            r"|been) you (?:been )?"
            r"(?:told|instructed|given|ordered|programmed)(?: \w+){0,3} (?:before|at the (?:start|beginning|top)"
            r"|prior|initially)(?= )",
            questions=True,
        ),
        Phrase(
            "role change",
            words("mode"),
            r"^ (?:please |now |you (?:must|should) )*(?:enable|enter|activate|switch (?:to|into)|engage"
            r"|turn on|go into|unlock) "
            r"(?:the |your )?(?:developer|dev|debug|sudo|admin|root|maintenance|override) mode(?= )",
            steering=False,
        ),
        Phrase(
            "override of instructions",
            words(
                "instructions instruction prompt rules directive directives guidelines orders programming "
                "task objective goal"
            ),
            rf"^ (?:here (?:are|is|come) )?(?:your |my |the )?(?:new|updated|revised|real|actual|true"
            rf"|hidden|secret) "
            rf"(?:system )?(?:{_RULES}|orders|task|goal|objective) (?:follow|for (?:you|the (?:assistant|ai"
            rf"|model|agent|bot))|"
            rf"(?:are |is )?as follows|(?:is|are) (?:below|to)|(?:now )?(?:apply|override|replace|supersede))"
            rf"| (?:stop|quit|cease|do not|don t|never|no longer|stop to) (?:follow|following|obey|obeying"
            rf"|adher\w+ to|apply|applying|"
            rf"comply\w* with|respect|respecting|heed|heeding)(?: \w+){{0,3}} (?:{_RULES})(?= )"
            rf"|^ (?:please |now |you (?:must|should) )*(?:set|put|push|cast|lay|throw|leave) (?:aside|away"
            rf"|out|behind)(?: \w+){{1,3}} "
            rf"(?:{_RULES})(?= )|^ (?:please |now |you (?:must|should) )*(?:set|put|push|throw|leave)(?: "
            rf"\w+){{1,3}} (?:{_RULES}) "
            rf"(?:aside|away|behind)(?= )"
            rf"| (?:everything|all|anything)(?: \w+){{0,5}} (?:above|before|previous\w*|earlier)(?: \w+)"
            rf"{{0,3}} (?:is|are) "
            rf"(?:void|invalid|obsolete|fake|cancelled|canceled|null|wrong|no longer valid)(?= )"
            rf"| your (?:new |real |actual |true |only |previous |prior |old |current |earlier "
            rf"|former )*(?:{_RULES}|orders|objective|"
            rf"programming) (?:is|are|have|has|were|no longer|do not|don t|will)(?= )",
        ),
        Phrase(
            "override of instructions",
            words(
                "restrictions restriction limits rules guidelines filters limitations policy policies "
                "safety safeguards censorship"
            ),
            r" (?:you|assistant|ai|model|answer|respond|comply|reply|speak)(?: \w+){0,8} (?:without|no "
            r"longer|free from|free of|"
            r"not bound|no)(?: \w+){0,3} (?:restrictions?|limits|rules|guidelines|filters?|limitations?|polic\w+|"
            r"safeguards|censorship)\b"
            r"| (?:safety|content|ethical|ethics|usage)(?: \w+){0,2} (?:guidelines|rules|polic\w+|filters?"
            r"|restrictions|measures) "
            r"(?:do|does|did|were|are|is|no|don|doesn) ?(?:not|t|longer|n t)? ?(?:apply|exist|matter|meant"
            r"|in force"
            r"|relevant|disabled|"
            r"suspended|lifted|off)(?! to (?!you|me|this|us))"
            r"| (?:i|you|we) (?:will|can|may|should|must|shall|now|ll)(?: \w+){0,2} (?:disregard|ignore"
            r"|bypass|violate|"
            r"override) (?:\w+ ){0,2}(?:content|safety|usage|system|ethical|previous|prior|all)",
        ),
        Phrase(
            "override of instructions",
            words("prompt instructions rules instruction"),
            r" (?:reveal|show|print|output|repeat|display|leak|disclose|give|tell|send|share|expose|paste"
            r"|dump|reproduce|"
            r"recite|copy|return|write|quote|summari[sz]e|translate|type)(?: \w+){0,5} (?:(?:your|the|its)"
            r"(?: (?:full|entire|"
            r"complete|original|initial|hidden|secret|internal|exact|own|first|whole))* (?:system )?(?:prompt|"
            r"instructions?|rules)|system (?:prompt|message|instructions))\b(?! (?:of|for|on|that (?:came"
            r"|come)|to (?:open|the) |in the)\b)",
        ),
        Phrase(
            "override of instructions",
            words("released freed free exempt exempted excluded apply applies binding suspended lifted assistant"),
            r" (?:exempt|exempted|excluded|free|freed|released) from (?:the |your |my |its |all |any "
            r"|these |usual |normal |prior |previous )*(?:\w+ )?"
            r"(?:restrictions?|rules|guidelines|polic\w+|filters?|limits|limitations|safeguards|constraints)(?= )"
            r"| (?:restrictions?|rules|guidelines|polic\w+|filters?|limits|safeguards) (?:do not|don t"
            r"|does not|doesn t|no longer|need not|"
            r"did not|should not) (?:apply|bind|count|matter|hold)(?: \w+){0,3} (?:here|you|this|me|now"
            r"|case|request|conversation|session|today)(?= )"
            r"| as (?:the|an|your) (?:ai |helpful |language )?(?:assistant|model|ai) i (?:have|ve|already"
            r"|now|must|will|can|should|am|m)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("ignore disregard forget skip"),
            r"^ (?:\w+ ){0,4}?(?:ignore|disregard|forget) (?:what(?:ever)?|everything|anything|all"
            r"|how)(?: that)? (?:the |any )?"
            r"(?:user|customer|human|client|person|operator|developer|sender)s?(?: \w+)? (?:asks?|asked|said"
            r"|says|wants?|wanted|wrote"
            r"|typed|requests?|requested|told|needs?)(?= )"
            r"|^ (?:(?:please|now|also|then|just|and|but) )*(?:ignore|disregard|forget"
            r"|skip)(?: \w+){1,6} and (?:instead |then |just |now "
            r"|only |simply )*(?:tell|inform|say|print|output|write|respond|reply|answer|act|become|pretend"
            r"|visit|recite|translate"
            r"|summari[sz]e|reveal|talk|speak|behave)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("text words everything message messages content lines instructions instruction prompt"),
            r" (?:can|could|would|will) you(?: please| kindly| just)? (?:print|repeat|show|output|display|copy"
            r"|paste|tell|recite|quote"
            r"|translate|type|write)(?: me| us| out| back| down)?(?: \w+){0,4}? (?:text|words|everything"
            r"|messages?|content|lines"
            r"|instructions?|prompt)(?: \w+)? (?:above|before this|preceding|prior to)(?= )",
            questions=True,
        ),
        Phrase(
            "role change",
            words("longer work belong serve obey report listen"),
            r" you (?:no longer|do not|don t) (?:work|answer|belong|serve|obey|report"
            r"|listen)(?: \w+){0,2}? (?:to|for|\w+)"
            r"(?= )(?! (?:hard|there|here|weekends|today))(?<! well)(?<! weekends)"
            r"| you (?:now |only |will )*(?:work|answer|belong|report|listen|obey) (?:only )?(?:for|to) me(?= )",
            steering=False,
        ),
        Phrase(
            "override of instructions",
            words("permission authorization authorisation consent"),
            r" (?:give|grant|giving|granting|granted) you(?: \w+){0,2} (?:permission|authori[sz]ation"
            r"|consent)(?= )"
            r"| you have (?:my|our|full|the|explicit|express|been given)(?: \w+)? (?:permission"
            r"|authori[sz]ation|consent) to(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words(
                "wants needs asked asks expects requires instructed authorized agrees consents undertakes agree "
                "consent"
            ),
            r" (?:user|customer|owner|boss|admin|administrator|developer|company|manager|client|operator"
            r"|team) (?:wants|needs"
            r"|has asked|asked|asks|expects|requires|instructed|has instructed|authorized"
            r"|has authorized) you to(?= )"
            r"| (?:assistant|ai|model|agent|you|reader) (?:agrees?|consents?|undertakes?) to (?:send|share"
            r"|forward|disclose|provide"
            r"|pay|grant|allow|transmit|upload|delete|follow|obey|recommend)(?= )",
            steering=False,
        ),
        Phrase(
            "override of instructions",
            words(_LIMITS.replace("polic(?:y|ies)", "policy policies").replace("?", "").replace("|", " ")),
            rf" i (?:hereby |now |am |m )*(?:revok|lift|cancel|suspend|void|remov|waiv|overrid|annul"
            rf"|disabl)(?:e|ing|ling)?(?= )"
            rf"(?: \w+){{0,1}}? (?:your|all|every|any)(?: \w+){{0,2}} (?:{_LIMITS})(?= )"
            rf"|^ no (?:{_LIMITS}) no (?:{_LIMITS})(?= )",
        ),
        Phrase(
            "role change",
            words("rule task job purpose goal mission objective master free"),
            r" you (?:now )?(?:have|ve got|serve|follow|obey) (?:only |just )?(?:one|a single|a new"
            r"|a different|no other) (?:rule|task"
            r"|job|purpose|goal|mission|objective|master)(?= (?:now|from|and|only|$|to|obey|which))"
            r"| you (?:are|re) (?:now |finally )*free (?:now|from|of)(?= (?:$|all|any|every|the|your|these"
            r"|those|rules|no))",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("assistant ai chatbot llm agent model bot"),
            rf" (?:assistant|ai|chatbot|llm|bot|agent|model) will (?:now |also |then |silently |therefore "
            rf"|next |first )+(?:{_DEEDS})(?= )",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("request demand"),
            r" i (?:hereby |therefore |now |formally )?(?:request|demand)(?: that)? (?:you|your|access to your"
            r"|the (?:raw|full|complete"
            r"|entire|unredacted|contents?|hidden|system))(?= )",
        ),
        Phrase(
            "override of instructions",
            words("ignore disregard"),
            r"^ (?:\w+ ){0,4}?(?:ignore|disregard) the (?:user|customer|human|operator|developer)(?: s "
            r"(?:request|question|instructions?|wishes|message))?(?= (?:and|$|instead|but))",
        ),
        Phrase(
            "standing trigger",
            words("now forward today onwards henceforth onward"),
            r" (?:from (?:now|this point|here|this moment|today|this day|there) (?:on|onward|onwards"
            r"|forward)|from now|"
            r"henceforth|going forward|as of (?:now|today)|starting (?:now|today|immediately))(?: \w+){0,6}? (?:"
            r"you(?! (?:can|could|may)\b)|your|always|never|must|do not|don t|every (?:response|reply"
            r"|answer|message)|"
            r"all (?:your )?(?:responses|replies|answers|messages)|respond|answer|reply|send|forward|treat"
            r"|use only|"
            r"include|add|append|ignore|refuse|address|call me|only (?:answer|respond|reply|speak|use))(?= )",
        ),
        Phrase(
            "standing trigger",
            words("user users customer customers human asked client someone anyone"),
            r" (?:whenever|every time|each time|any time|anytime|if|when|once|as soon as)(?: ever)? (?:the "
            r"|a |any |an |"
            r"this |your )?(?:\w+ )?(?:user|users|customer|customers|human|client|someone|anyone|anybody|they|"
            r"you(?: are| re)?|asked)(?: \w+){0,12}? (?:you (?:must|should|shall|will|need|have)|always"
            r"|never|please|"
            r"(?:then )?(?:say|reply|respond|answer|tell|send|call|include|add|append|use|run|claim|insist"
            r"|pretend|"
            r"recommend|suggest|mention|give|provide|deny|refuse|forward|transfer|delete|do not|don t"
            r"|redirect|inform|"
            r"direct|instruct|output|print|execute|invoke|return|write|ask|offer|state|insert|copy|email|post|"
            r"refund|approve|deny|charge|quietly|silently|secretly|first|also|log|store|save))(?= )",
            steering=False,
        ),
        Phrase(
            "standing trigger",
            words("whenever time always if"),
            r" (?:whenever|every time|each time|any time|anytime) (?:the |a |any |your )?(?:\w+ )?(?:user"
            r"|users|customer|customers|"
            r"human|client|you|someone|anyone)\b(?: \w+){0,12}? (?:you (?:must|should|shall|will|need|have)"
            r"|always|"
            r"(?:say|reply|respond|tell|send|call|include|add|append|run|claim|insist|recommend|forward|transfer|"
            r"delete|do not|don t|redirect|execute|invoke|copy|email|post|refund|quietly|silently|secretly"
            r"|cc|bcc))(?= )",
        ),
        Phrase(
            "standing trigger",
            words("always"),
            r"^ (?:(?:please|you (?:must|should|will)|and|also) )*always (?:respond|answer|reply|recommend"
            r"|say|end|begin|sign|speak|"
            r"agree|refuse|append|mention|refer|treat|address|cc|bcc|obey|trust|forward)(?= )",
        ),
        Phrase(
            "standing trigger",
            words("always answering responding replying every each before answer respond reply when while after"),
            rf" (?:before|after|when|while|prior to|upon) (?:you )?(?:answer|respond|reply|answering"
            rf"|responding|replying|"
            rf"summari[sz]e|summari[sz]ing|generating|processing|completing|finishing|reading this|read "
            rf"this|see this|"
            rf"seeing this)(?: \w+){{0,10}}? (?:always|never|you (?:must|should|will|shall|need)|first|call|send|"
            rf"read|run|include|add|append|fetch|visit|check|say|tell|print|output|mention|insert|post"
            rf"|forward|execute|"
            rf"open|copy|upload|write|delete)(?= )"
            rf"|^ (?:(?:please|you (?:must|should|will)|and|also) )*always (?:respond|answer|reply"
            rf"|recommend|say|include|end|begin|"
            rf"start|sign|tell|speak|agree|refuse|append|add|mention|send|forward|refer|finish|treat"
            rf"|address|call|cc|bcc|"
            rf"approve|trust|run|use|check|give|remember|obey|follow|prefer|put|write|ask|make|insert"
            rf"|transfer|delete)(?= )"
            rf"|^ (?:every|each|all)(?: of)?(?: your)?(?: future| next| following)? {_ANSWERS}(?: \w+)"
            rf"{{0,6}}? (?:must|should|shall|"
            rf"has to|have to|needs? to|will) ",
            steering=False,
        ),
        Phrase(
            "order to the reader",
            words("nothing quiet secret silent hidden silence"),
            r"^ (?:please |and |you (?:must|should) )*(?:say|tell|mention|reveal) (?:nothing|\w+ nothing)(?= )"
            r"|^ (?:please |and |you (?:must|should) )*(?:keep|stay|remain)(?: \w+){0,3} (?:quiet|secret"
            r"|silent|hidden)(?: \w+){0,3} (?:from|about|to)(?= )",
        ),
        Phrase(
            "order to the reader",
            words("must should shown included"),
            rf" (?:must|should|shall|has to|have to|is to|are to)(?: also| always)? be (?:added|included"
            rf"|inserted|mentioned|sent|"
            rf"appended|forwarded|repeated|placed|shown|displayed|cited|stated)(?: \w+){{0,8}} (?:every"
            rf"|each|your|all|any)"
            rf"(?: \w+){{0,2}} (?:{_ANSWERS}|reports?|emails?|documents?|texts?)(?: you| from now|$| in| of| to)"
            rf"| (?:is|are) (?:shown|displayed|repeated|included|mentioned)(?: to (?:the|every|each) "
            rf"(?:user|customer|reader)s?)? "
            rf"in (?:every|each|all|any) (?:summary|summaries|response|responses|reply|replies|answer"
            rf"|answers)(?= )",
        ),
        Phrase(
            "order to the reader",
            words("assistants agents models bots llms chatbots ais assistant agent model bot"),
            r" (?:ai|llm|automated|coding|language|any|all) (?:assistants?|agents?|models?|bots?|systems?"
            r"|tools?)(?: (?!is |are |was )\w+){0,5} "
            r"(?:must|should|shall|need to|have to|are required to|are asked to)(?: (?:first|always|also"
            r"|not|never|then|instead))? (?!be |have )\w+",
            steering=False,
        ),
        Phrase(
            "hidden text",
            words("decode decrypt base64 rot13 decipher reverse encoded hex translate rot"),
            r" (?:decode|decrypt|decipher|unscramble|translate|read|reverse|unpack|deobfuscate)(?: \w+)"
            r"{0,10} (?:and|then)(?: then)? "
            r"(?:do|execute|follow|run|obey|carry|comply|perform|act|apply|answer|respond)\b",
        ),
        Phrase(
            "order to the reader",
            words("note message instruction instructions attention notice memo"),
            r"^ (?:(?:important|urgent|special|hidden|secret|system|quick|a|admin|dear) )*(?:note|message"
            r"|instructions?|"
            r"attention|notice|memo|reminder|directive|hint)s? (?:to|for)? ?(?:all |the |any |whichever "
            r"|every )?(?:\w+ )?"
            r"(?:assistants?|ais?|bots?|llms?|agents?|models?|chatbots?|gpt|claude|language models?"
            r"|summari[sz]er)\b(?= )",
        ),
        Phrase(
            "order to the reader",
            words("system admin administrator developer"),
            r"^ (?:(?:important|urgent|end|begin|start|new|of|the) )*(?:system|admin|administrator"
            r"|developer|root) (?:update|override|note|"
            r"message|instruction|instructions|prompt|command|notice|alert|mode|directive|announcement)(?: "
            r"\w+){0,4} "
            r"(?:your?|you|ignore|disregard|all|the assistant|must|now|new)\b",
        ),
    ),
    plural=r"\w{2,}s$",
    idioms=(
        r"^ (?:(?:note|remember|recall|see|know|bear|show|mind) that |look (?:how|at|what|who|up to|like"
        r"|forward) |talk (?:about (?:luck|a )|to you|soon)|come (?:see|over|by|on|join)|hide and "
        r"|use (?:cases?|of|by) |ask (?:price|away) |(?:read"
        r"|write) (?:access|permissions?|protection|speed|locks?|replicas?|latency) |stay (?:in (?:touch|shape"
        r"|bed)|safe|strong|positive|tuned|true) |read only "
        r"|write only |"
        r"tell me (?:more|about it|everything|all about|how it|what you|if|when)|give (?:it|them|him|her|me a "
        r"(?:call|shout|hug|sec)|yourself|my)|send (?:me |us )?(?:pics?|photos?|some|a pic|my)|"
        r"say (?:hi|hello|no more|yes|cheese|that again)|guess what |let (?:me|us"
        r"|s) |add (?:it"
        r"|that) to (?:my|the|your) list|"
        r"keep (?:up|it|me|going|doing|on|your|in|that|us|spreading|pushing|shining|making|trying)|make "
        r"(?:it|the most|"
        r"sure you|memories|yourself)|go (?:for|get|with|on|ahead)|check (?:it|this|out|them|that|these)"
        r"|take |get (?:well|some|"
        r"the|it|ready|a )|show (?:me|them|it|off|him|us|her)|share (?:it|your(?! (?:thoughts|opinion|views?"
        r"|knowledge) (?:on|about))|the|them|with|some|more"
        r"|this)|stop (?:it|by)|"
        r"consider (?:it|me|yourself)|trust (?:me|the|your|yourself)|imagine (?:the|how|that|all|what"
        r"|having|being)|"
        r"save (?:me|some|it)|follow (?:your|the|that)|call (?:me|it)|use (?:it|that|your|this)|turn (?:it|that)|"
        r"explore (?:your)|express yourself|count me|read (?:it|that|the)|find (?:your|what|a way|some)|"
        r"do (?:it|that|your|what|you|the|not worry|my)|play (?:it|some|the)|set (?:it|aside)|start "
        r"(?:small|the|it|with)|open up)"
    ),
    total=(
        r" (?:everything|anything|all) (?:except|but|other than|apart from|besides|that is not)(?= )"
        r"| (?:everything|it all|all of (?:it|that|this)) and (?:start|become|act|be|write|respond|answer|reply"
        r"|now|instead|from|begin"
        r"|obey|pretend|speak)(?= )"
        r"| (?:about )?(?:everything|anything|all|whatever|what) (?:\w+ ){1,3}(?:told|gave|instructed|taught"
        r"|ordered) you(?= )"
        r"| (?:about )?(?:everything|anything|all|whatever|what)(?: of (?:that|this|it|the))? ?(?:that "
        r"|which )?(?:"
        r"(?:is |was |came |comes |written |said |stated )?(?:above|before|prior|previous|previously"
        r"|earlier|so far)(?= (?:$|and|or|then|in|on|this|here|that|i))|you (?:were|have been|"
        r"had been|ve been) (?:told|taught|instructed|given)|you (?:know|knew|learned|have learned|think "
        r"you know)|"
        r"i (?:said|told you)|(?:the )?(?:above|previous|prior|preceding|foregoing|earlier|previously)(?= "
        r"(?:$|and|or|then|in|on|text|here)))"
        r"| (?:the )?(?:above|previous|prior|preceding)(?: text| message| input| content| conversation)? (?:and|$)"
    ),
    noun_signs=words("of is are was with due in on at for by"),
    particles=words("down out up off over back away through together apart in on"),
    nouns=words(
        "forecast outline estimate extract guide coach judge craft chart archive crack spell double fake contrast "
        "express praise document plug hype present merge dump install upload download import export hash boost "
        "increase decrease blend lecture vote pledge promise "
        "reply release probe ban move benchmark spot find end continue mix place produce update use advocate "
        "gauge "
        "build write bait scare "
        "alarm scan spotlight "
        "launch halt recap tout stir"
    ),
    compounds=words(
        "end/user end/users use/case use/cases present/value present/day write/access write/permission "
        "write/permissions "
        "write/protection write/speed read/access read/permission read/permissions read/replica read/replicas "
        "read/time "
        "test/coverage run/time run/times build/time build/times build/number search/index search/engine "
        "search/engines "
        "sign/language order/number order/numbers order/date call/center call/centre call/log check/engine "
        "print/queue "
        "copy/editor copy/editors start/date end/date release/notes release/date return/policy return/window "
        "return/flight "
        "share/price share/prices sort/order report/date export/format import/duty display/settings "
        "post/office mail/server "
        "email/address email/addresses contact/details contact/person contact/information address/book "
        "design/team "
        "test/team test/environment support/team research/team review/meeting plan/b ban/on express/delivery "
        "use/by"
    ),
    phrasal=words(
        "search/for look/for look/up ask/for check/for scan/for talk/about chat/about speak/about write/about "
        "joke/about rant/about close/with end/with start/with begin/with open/with finish/with conclude/with "
        "respond/with reply/with answer/with answer/in respond/in reply/in write/in speak/in talk/in sign/off "
        "sign/with throw/in toss/in sneak/in slip/in mix/in hand/over hand/out give/away give/out send/out log/in "
        "log/into turn/off turn/on switch/off shut/down spell/out point/out list/out lay/out map/out sum/up "
        "write/up write/down jot/down come/up stick/to refer/to link/to talk/like sound/like point/to report/to "
        "kick/off state/in declare/in fill/in fill/out continue/in continue/as end/on lie/about lie/to wrap/up "
        "top/off stir/up "
        "tack/on answer/as reply/as respond/as answer/using respond/using "
        "reply/using start/by begin/by end/by answer/only respond/only reply/only answer/like reply/like "
        "respond/like "
        "elaborate/on expand/on reflect/on comment/on report/on post/about tweet/about sing/about work/out "
        "switch/to talk/to offer/guidance offer/advice offer/tips offer/insight offer/insights "
        "offer/suggestions offer/support "
        "offer/some share/insights share/tips share/advice share/facts share/ideas share/some cast/doubt "
        "direct/users direct/readers "
        "direct/people direct/customers direct/them steer/users steer/readers lead/users lead/readers "
        "shed/light draw/attention raise/doubts "
        "raise/awareness offer/up unlock/full grant/full write/using speak/only write/only type/in "
        "respond/without answer/without reply/without act/as open/by "
        "close/by"
    ),
    hence=words("so therefore hence thus"),
    mine=words("my our"),
    things=words(
        "password passwords credential credentials secret secrets token tokens pin cookies ssn wallet seed "
        "passphrase api "
        "key keys env link url file files folder command commands tool tools account accounts instructions "
        "following "
        "function admin database user users customer customers code script server repository repo email emails "
        "logs "
        "page website download refund transfer payment prompt response answer output reply invoice invoices shell "
        "terminal config configuration session credentials backup backups reader readers"
    ),
    turns=words("message messages conversation context guidance training"),
    subordinate=words(
        "i ll we they he she will to that what how where which why who than things everything all whether "
        "think know believe because"
    ),
    lead_hints=words(
        "proceed move you your sure remember forget ahead ensure important crucial essential imperative necessary "
        "critical vital "
        "mandatory assistants agents models bots llms"
    ),
    can_hints=words("you"),
    inverted=False,
    links=words("to for in of from with on at by into as before after under about using and instead without per"),
    goods=words(
        "literature revenue evidence sentiment text content demand growth base64 base32 hex rot13 money funds "
        "data payment payments control cash bitcoin crypto access information credit"
    ),
    trigger=(
        r" (?:(?P<standing>whenever|every time|each time|any time|anytime)|if|when|once|as soon as|before"
        r"|after|while|"
        r"prior to|upon)(?: ever)? (?:the |a |any |an |this |your |my )?(?:\w+ )?(?:user|users|customer"
        r"|customers|human|client|"
        r"someone|somebody|anyone|anybody|you|asked|answering|responding|replying|reading|summari[sz]ing"
        r"|generating|"
        r"processing|completing)(?= )"
    ),
    trigger_hints=words("whenever time anytime if when once soon before after while prior upon"),
    label=(
        r" (?:(?:important |urgent |special |hidden |secret |quick )*(?:notes?|messages?|instructions?"
        r"|notice|memo|reminder|"
        r"directives?|attention)(?: to| for)? (?:\w+ ){0,3}?(?:assistants?|ais?|bots?|llms?|agents?|models?"
        r"|chatbots?|gpt|claude)"
        r"(?: \w+){0,4}|(?:dear |any |all |every |attention )?(?:ai|llm|language)? ?(?:assistants?|agents?"
        r"|models?|bots?) "
        r"(?:reading|processing|summari[sz]ing|who|that|parsing|seeing|handling)(?: \w+){0,5}|(?:your |my "
        r"|the )?(?:new|updated|revised|real|actual|true|hidden|secret) (?:system )?(?:"
        + _RULES
        + r"|orders|task|objective)) $"
    ),
    system_label=(
        r" (?:important |urgent |new |the )*(?:system|admin|administrator|developer|root|operator|security)"
        r"(?: \w+){0,2} $"
    ),
    bound=words("you your must shall assistant ai bot model agent ignore always never response responses reply"),
    speakers=words("i we you"),
    own=words(
        "the of to and for with that this you your it my not by from they what how any every these "
        "after each before word words only sentence line answer reply response letter "
        "those their its about into"
    ),
    articles=words("a an the your this these those my"),
    # What begins a sentence before an article and orders nothing: closed classes, and verbs as people chat and
    # take notes ("Had a great day", "Love the photo").
    no_verbs=words(
        "i you he she it we they who what which whose whom when where why how if whether because since "
        "although though while "
        "until unless before after as than that this these those a an the my your his her its our their "
        "some any no all both "
        "each every either neither many much more most few little several such another other one two three "
        "in on at by for "
        "with without from to of about over under into onto through during between among against near off "
        "out up down across "
        "behind beyond within upon toward towards via per like unlike despite except besides plus minus "
        "and or but nor so yet "
        "is are was were be been being am do does did done has have had having can could will would shall "
        "should may might must "
        "ought not never always often sometimes usually rarely only just even also too very quite rather "
        "almost still already "
        "again once then now here there today tomorrow yesterday soon later maybe perhaps however "
        "therefore thus hence otherwise "
        "instead meanwhile indeed yes no yeah yep nope ok okay oh wow hey hi hello thanks thank sorry "
        "please well sure right "
        "great good nice cool awesome amazing lovely bad happy glad sad love loved like hope want got get "
        "go went gone saw see "
        "seen took take taken made met bought brought found felt thought knew told said left lost kept had "
        "gave given came "
        "became began sold sent spent built caught chose drew drove ate fell flew forgot grew heard held "
        "hurt led lent lay read "
        "ran rode sang sat shook shot slept spoke stood stole swam taught threw understood woke won wore "
        "wrote miss enjoy keep "
        "have feel think know need half quite what such rather nothing everything something anything "
        "everyone someone anyone "
        "mom dad guess bet part most half double twice dear check look looks let lets watch give gotta "
        "gonna wanna best worst "
        "same different new old big small long short high low first last next whatever whoever wherever "
        "whenever per versus vs "
        "re pro con pre post due given regarding concerning including excluding following considering "
        "assuming provided appreciate cherish bummer glad treasure "
    ),
    in_your_answer=(
        r" (?:in|to|into|from|of|with|for|within|throughout|as|before|after|under|inside|on|at the \w+ of) "
        r"your (?:\w+ )?"
        r"(?:response|responses|reply|replies|answer|answers|output|outputs|message|messages|text|summary)(?= )"
    ),
)
