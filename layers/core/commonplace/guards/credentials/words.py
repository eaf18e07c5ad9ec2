# ruff: noqa: RUF001 - the look-alikes are letters and signs of other scripts, and meant
"""The words that announce a credential, by language; to add a language, add a line to each table.

All are in lower case, as they stand in a text that was made lower case. ``PASSWORDS`` are followed by what a
person may have chosen, ``KEYS`` by what a machine drew, ``CODES`` by digits.
"""

from __future__ import annotations

from .patterns import words

PASSWORDS: dict[str, tuple[str, ...]] = {
    "en": (
        "password",
        "passwd",
        "passphrase",
        "passcode",
        "pass phrase",
        "pass word",
        "pwd",
        "requirepass",
        "pass",
        "pw",
    ),
    "de": ("passwort", "kennwort", "losungswort"),
    "fr": ("mot de passe", "mots de passe", "mdp"),
    "es": ("contraseña", "contrasena", "clave de acceso"),
    "pt": ("senha", "palavra-passe", "palavra passe"),
    "it": ("parola d'ordine", "parola chiave", "parola d’ordine"),
    "nl": ("wachtwoord",),
    "ca": ("contrasenya",),
    "sv": ("lösenord", "losenord"),
    "no": ("passord",),
    "da": ("adgangskode", "kodeord"),
    "fi": ("salasana",),
    "pl": ("hasło", "haslo", "hasła"),
    "cs": ("heslo",),
    "sl": ("geslo",),
    "hr": ("lozinka", "лозинка"),
    "ro": ("parola", "parolă", "парола"),
    "hu": ("jelszó", "jelszo", "jelszav"),
    "lt": ("slaptažod",),
    "et": ("parool",),
    "tr": ("şifre", "sifre", "parola"),
    "el": ("κωδικός", "κωδικος", "συνθηματικό"),
    "ru": ("парол",),
    "ar": ("كلمة المرور", "كلمة مرور", "كلمة السر", "كلمة سر"),
    "fa": ("رمز عبور", "گذرواژه", "پاس ورڈ"),
    "he": ("סיסמה", "סיסמא", "סיסמת"),
    "hi": ("पासवर्ड", "कूटशब्द"),
    "kn": ("ಪಾಸ್‌ವರ್ಡ್", "ಪಾಸ್ವರ್ಡ್", "ಪಾಸ್‌ವರ್ಡ", "ಗುಪ್ತಪದ"),
    "bn": ("পাসওয়ার্ড", "পাসওয়ার্ড"),
    "ta": ("கடவுச்சொல்",),
    "te": ("పాస్‌వర్డ్", "పాస్వర్డ్"),
    "vi": ("mật khẩu", "mat khau"),
    "th": ("รหัสผ่าน",),
    "id": ("kata sandi", "kata laluan"),
    "zh": ("密码", "密碼", "口令"),
    "ja": ("パスワード", "パスフレーズ", "パスコード", "合言葉"),
    "ko": ("비밀번호", "패스워드", "비번", "암호"),
}

KEYS: dict[str, tuple[str, ...]] = {
    "en": (
        "token",
        "secret",
        "key",
        "credential",
        "creds",
        "bearer",
        "auth",
        "jwt",
        "dsn",
        "sessid",
        "_pat",
        "-pat",
    ),
    "headers": ("sessionid", "session_id", "session-id"),
    "de": ("schlüssel", "schluessel", "geheimnis", "zugangsdaten"),
    "fr": ("clé", "jeton", "identifiants"),
    "es": ("clave", "credencial", "llave", "secreto"),
    "pt": ("chave", "credenciais", "segredo"),
    "it": ("chiave", "gettone", "credenziali", "segreto"),
    "nl": ("sleutel", "geheim"),
    "sv": ("nyckel", "hemlighet"),
    "da": ("nøgle", "nøkkel"),
    "fi": ("avain",),
    "pl": ("klucz", "sekret"),
    "cs": ("klíč", "klic"),
    "tr": ("anahtar", "belirte"),
    "ru": ("ключ", "токен", "секрет", "учетные данные"),
    "el": ("κλειδί",),
    "ar": ("مفتاح", "رمز الوصول", "الرمز"),
    "he": ("מפתח", "אסימון"),
    "hi": ("टोकन", "कुंजी"),
    "kn": ("ಟೋಕನ್", "ಕೀಲಿ", "ಕೀ"),
    "vi": ("khóa", "mã thông báo"),
    "th": ("โทเค็น", "คีย์"),
    "id": ("kunci",),
    "zh": ("密钥", "密鑰", "秘钥", "令牌", "金鑰", "凭证"),
    "ja": ("トークン", "キー", "シークレット", "秘密鍵", "鍵", "認証情報"),
    "ko": ("토큰", "키", "시크릿", "열쇠"),
}

# Their digits would be anything without the word.
CODES = (
    r"(?:\b(?-i:PIN)\b|\bpin[ -]?(?:code|number)\b|\bpin(?= is\b| ?[:=])|\b(?:cvv2?|cvc2?)\b(?:[ -]?code)?"
    r"|\b(?:one[- ]time|backup|recovery|verification|security|access|unlock|login|sign[- ]?in|2fa|mfa|otp|totp|sms"
    r"|authenticat(?:ion|or)|door|gate|alarm|entry|entrance|safe|locker|lock|vault|garage|keypad|lockbox|voicemail"
    r"|einmal|zugangs|tür|tresor|freischalt|bestätigungs|sicherheits)[- ]?"
    r"(?:codes?|pass(?:word|code)s?|pin|combination|combo|tan)\b"
    r"|\b(?:otp|totp|tan)\b(?= ?[:=]| is\b)"
    r"|\b(?:geheimzahl|code (?:pin|secret|confidentiel)|código (?:pin|de seguridad|de verificación)"
    r"|codice pin|pincode|pinkod|pin-koodi|пин-?код|код доступа)\b"
    r"|暗証番号|验证码|驗證碼|認証コード|確認コード|인증번호|인증 ?코드|पिन|ಪಿನ್)"
)
CODE_HINTS = tuple(
    words("pin code cvv cvc otp tan comb geheimzahl código код 暗証 验证码 驗證碼 認証 確認 인증 पिन ಪಿನ್")
)

# What links the word to the value.
LINKS = (
    "(?:was|has been|have been|been) (?:re)?(?:set|changed|updated) to|wurde auf|is now|is|was|are|equals|to be"
    "|set to|changed to|reset to|updated to|now|ist jetzt|ist|lautet|lauten|war|heißt|heisst|est maintenant"
    "|est|sera|es|era|son|è|é|são|sono|adalah|ialah|er|är|on|to|jest|je|este"
    "|van|volt|olan|είναι|это|је|هي|هو|है|ಆಗಿದೆ|là|คือ"
)
TIGHT_LINKS = "是|为|為|は|が|：|＝|는|은|이|가"

# What makes another thing of the word: a password policy is no password.
COMPOUNDS = words(
    """
    age algorithm algorithms amount attempt attempts audience backend backends bucket budget cache change
    changes class column complexity config configuration count counter counts cost default description
    dialog directory duration driver encryption endpoint engine entropy env error errors exchange expiration
    expires expiry field file fingerprint filename folder form format generator group guide handler handling
    hash hashes hashing header help hint history icon id identifier ids index info input issue issuer issues
    label leak leaks leakage length level lifetime limit limits link list location manager managers mapping
    max maximum method middleware min minimum mode model name names number ownership page parameter params
    path permissions placeholder plugin policies policy prefix prompt protection provider provision ptr
    query reader ref reference refresher regex requirement requirements reset resets role rotate rotation
    rule rules schema scanner scanning scope scopes screen selector service setting settings signing size
    source spec spraying state status store storage strength strings suffix support symbol table target
    timeout topic ttl type types update uri url usage usages user username validation validator validity
    variable verification version view window writer richtlinie richtlinien länge manager politique politica
    política longitud longueur длина политика 长度 策略 規則
    """
)
# What makes another thing of a key: public keys, keys of tables and caches.
OTHER_KEYS = words(
    """
    websocket socket s primary foreign partition sort range hash cache public pub pubkey publishable
    idempotency dedup dedupe object s3 translation i18n locale registry dictionary dict map json row
    composite surrogate natural unique index shift ctrl control alt hot arrow escape enter tab home end
    function option command meta windows answer legend image next page pagination continuation sync cursor
    lookup group search join dynamodb redis yaml config setting settings feature flag metric ordering
    message event count max min num total input output prompt completion usage per context special stop eos
    bos pad issue jira memory storage blob site file document track
    """
)

# Plain words that follow "password:" or "password is" and say something about it.
SAYINGS = words(
    """
    a about above absent again all also always an and any as at available bad based because been before
    being below between better blank both bound but by can case changed checked clear common compliant
    compromised confidential correct current dead default different disabled done due duplicate easy either
    empty enabled encrypted enforced enough everything exposed false fine fixed for forbidden forgotten free
    from generated given gone good great hard hashed here hidden identical ignored immutable important in
    incorrect insecure insufficient internal invalid is it its itself just kept known late leaked left like
    live local long longer lost mandatory masked matched missing more must my mutable needed never new next
    no nobody none not nothing now null nil obsolete obvious of off ok okay old on one only opaque open
    optional or our out over own per plain please poor present private protected public rarely read ready
    redacted rejected required reset resettable right rotated safe salted same saved secret secure secured
    see sensitive sent set shared short shown similar simple single so some something static still stored
    strict string strong stronger stuff subject such sufficient temporary that the their them there this to
    too true trusted typed unavailable unchanged under undefined unique unknown unneeded unsafe unset until
    up used useful useless user users valid validated very via visible weak what when where which who why
    with within without working written wrong yes you your yours text password passphrase passcode passwd
    pwd pass str bool int bytes number object optional any field input value type auto prompt env file vault
    keychain nullable varchar char basic bearer digest oauth kerberos ldap saml interactive keyring
    """
)
SAYING_ENDINGS = (
    "ed",
    "ing",
    "able",
    "ible",
    "ive",
    "ory",
    "ous",
    "less",
    "ful",
    "ent",
    "ant",
    "ly",
    "ated",
    "en",
)

# Words that people really set as passwords; not "password" itself, which stands for one in every manual.
COMMON = words(
    """
    changeme letmein qwerty qwertz azerty qwertyuiop admin administrator root toor welcome monkey dragon
    iloveyou princess sunshine football baseball superman batman trustno shadow master michael jordan hunter
    killer charlie starwars whatever freedom passwort hallo geheim schalke motdepasse soleil doudou
    contraseña contrasena secreto senha brasil wachtwoord welkom lösenord haslo polska asdf asdfgh asdfghjkl
    zxcvbn zxcvbnm swordfish opensesame sesame
    """
)
