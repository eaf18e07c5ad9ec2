"""Values behind a word for a credential, in many languages and notations."""

from __future__ import annotations

import pytest

from commonplace.guards.credentials import find_credential
from tests.unit.guards.credentials.samples import CHOSEN, HEX, LOWER, MIXED, URL_SAFE, Draw, join

pytestmark = pytest.mark.requirement("A15")

PASSWORD_SENTENCES = [
    "password is {}",
    "Password: {}",
    "password={}",
    "the wifi password is {}",
    "my password for the staging db is {}",
    "DB_PASSWORD={}",
    "dbPassword: '{}'",
    '{{"username": "admin", "password": "{}"}}',
    "--password={}",
    "--password {}",
    "export PGPASSWORD={}",
    "**Password:** {}",
    "| password | {} |",
    "`password`: `{}`",
    "Password (prod): {}",
    "spring.datasource.password={}",
    "password -> {}",
    "password => '{}'",
    "the password of the router is {}",
    "the server's password was reset to {}",
    "password {}",
    "pass: {}",
    "pw: {}",
    "Netflix pw is {}",
    "passwd: {}",
    "her password's {}",
    "The sudo password on the router is {}",
    "requirepass {}",
    'password: str = "{}"',
    "Passwort ist {}",
    "Das Passwort lautet {}",
    "Das Passwort für den Server lautet {}",
    "Kennwort: {}",
    "le mot de passe est {}",
    "mot de passe : {}",
    "mdp: {}",
    "La contraseña es {}",
    "contraseña: {}",
    "a senha é {}",
    "senha: {}",
    "La password è {}",
    "wachtwoord is {}",
    "wachtwoord: {}",
    "contrasenya: {}",
    "пароль: {}",
    "Пароль от сервера — {}",
    "пароль {}",
    "пароль від пошти: {}",
    "密码是{}",
    "密码：{}",
    "密碼為{}",
    "数据库密码是{}",
    "パスワードは{}です",
    "パスワード：{}",
    "비밀번호는 {} 입니다",
    "비밀번호: {}",
    "पासवर्ड है {}",
    "पासवर्ड: {}",
    "ಪಾಸ್‌ವರ್ಡ್ {} ಆಗಿದೆ",
    "ಪಾಸ್‌ವರ್ಡ್: {}",
    "hasło to {}",
    "hasło: {}",
    "lösenordet är {}",
    "lösenord: {}",
    "passord: {}",
    "adgangskode: {}",
    "salasana on {}",
    "heslo je {}",
    "jelszó: {}",
    "parola este {}",
    "şifre: {}",
    "Şifre {} olarak ayarlandı",
    "κωδικός: {}",
    "лозинка је {}",
    "كلمة المرور هي {}",
    "كلمة المرور: {}",
    "סיסמה: {}",
    "mật khẩu là {}",
    "รหัสผ่านคือ {}",
    "kata sandi: {}",
    "rمز عبور: {}".replace("r", "ر", 1),
    "পাসওয়ার্ড: {}",
    "கடவுச்சொல்: {}",
    "పాస్‌వర్డ్: {}",
]

KEY_SENTENCES = [
    "api_key={}",
    "X-Foo-Key: {}",
    '"client_secret": "{}"',
    "token: {}",
    "export FOO_TOKEN={}",
    "secret_key = '{}'",
    "my token is {}",
    "the api key for acme is {}",
    "Api-Token {}",
    "apiKey: '{}'",
    "auth_token: {}",
    "ACME_KEY={}",
    "signing_key: {}",
    "ENCRYPTION_KEY={}",
    "client secret: {} for the CRM",
    "session_token={}",
    "--api-key {}",
    "Private-Token: {}",
    "API token → {}",
    "webhook secret is {}",
    'zephyrly.apiKey = "{}"',
    "API-Schlüssel: {}",
    "clé API : {}",
    "clave de API: {}",
    "chave de API: {}",
    "chiave API: {}",
    "API-sleutel: {}",
    "API-nyckel: {}",
    "klucz API: {}",
    "ключ API: {}",
    "Токен: {}",
    "API anahtarı: {}",
    "API密钥：{}",
    "令牌是{}",
    "APIキーは{}です",
    "トークン: {}",
    "API 키: {}",
    "토큰: {}",
    "टोकन: {}",
    "ಟೋಕನ್: {}",
    "مفتاح API: {}",
    "khóa API: {}",
    "kunci API: {}",
]


@pytest.mark.parametrize("sentence", PASSWORD_SENTENCES)
def test_passwords(sentence: str) -> None:
    for value in CHOSEN:
        assert find_credential(sentence.format(value)) == "password"
        assert find_credential("Remember this.\n" + sentence.format(value) + "\nIt is new.") == "password"


@pytest.mark.parametrize("sentence", KEY_SENTENCES)
def test_keys(sentence: str) -> None:
    kinds = {"secret key", "cookie", "access key", "token"}
    for seed in range(6):
        for value in (Draw(seed)(32, HEX), Draw(seed)(24, MIXED), Draw(seed)(40, LOWER), Draw(seed)(36, URL_SAFE)):
            assert find_credential(sentence.format(value)) in kinds, value


@pytest.mark.parametrize(
    "value",
    [
        "${DB_PASSWORD}",
        "$DB_PASSWORD",
        "process.env.DB_PASSWORD",
        'os.environ["DB_PASSWORD"]',
        "{{ db_password }}",
        "op://Prod/db/password",
        "vault://kv/prod#db",
        "secretsmanager:prod/db",
        "<your-password>",
        "********",
        "xxxxxxxx",
        "[REDACTED]",
        "...",
        "null",
        "None",
        "string",
        "required",
        "settings.DB_PASSWORD",
        "get_password()",
        "/run/secrets/db_password",
        "arn:aws:secretsmanager:eu-central-1:1:secret:db",
    ],
)
@pytest.mark.parametrize(
    "name", ["password: {}", "DB_PASSWORD={}", "api_key = {}", "the token is {}", "Passwort: {}"]
)
def test_references_and_stand_ins_pass(name: str, value: str) -> None:
    assert find_credential(name.format(value)) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        # A plain word is a password when it is stated to be one and says nothing about it.
        (f"the wifi password is {join('blue', 'bird')}", "password"),
        (f"password is {join('sun', 'shine')}", "password"),
        (f"password={join('sun', 'shine')}", "password"),
        (f'"password": "{join("correct", "horse")}"', "password"),
        (f"password: {join('1234', '56')}", "password"),
        (f"passphrase: {join('correct horse', ' battery staple')}", "password"),
        ("the password is wrong", None),
        ("the password is expired", None),
        ("password: required", None),
        ("password: password", None),
        ("the password is long enough", None),
        ("passphrase: must have at least four words", None),
    ],
)
def test_plain_words(text: str, kind: str | None) -> None:
    assert find_credential(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "The PIN is 4821",
        "PIN: 1234",
        "door code is 4482",
        "backup codes: 1234-5678, 8765-4321",
        "2FA code 492817",
        "OTP: 483920",
        "CVV 123",
        "暗証番号は1234です",
        "код доступа: 48213",
        "recovery codes: ab3de-9fghi, k2lmn-opq7r",
    ],
)
def test_codes(text: str) -> None:
    assert find_credential(text) == "code"


def test_the_value_is_never_in_the_answer() -> None:
    for sentence in PASSWORD_SENTENCES:
        for value in CHOSEN:
            assert value not in (find_credential(sentence.format(value)) or "")


# The noun stands elsewhere than right before the value, or twice.
AROUND = [
    "We use {} as the Zorbelia API key in production.",
    "{} is our Zorbelia access token",
    "Set ZORBELIA_TOKEN to {} on the worker.",
    "zorbelia.setApiKey('{}')",
    "storage.setItem('token', '{}')",
    '{{"name": "ZORBELIA_API_KEY", "value": "{}"}}',
    "- name: ZORBELIA_TOKEN\n  value: {}",
    '<add key="ZorbeliaApiKey" value="{}" />',
    "<apiKey>{}</apiKey>",
    "PORTKEY_API_KEY={}",  # the noun stands in the name of the issuer as well
    "Zorbelia's token = {}",
    "a temporary API key for Zorbelia, {}, valid until May",
    'const API_KEY: &\'static str = "{}";',
    "curl -u {}: https://api.example.org/me",
    "github:\n  automation: {}",
    "[sendgrid]\nlive = {}",
    "new Trello('{}')",
    "https://{}@git.example.org/acme/app.git",
]


@pytest.mark.parametrize("sentence", AROUND)
@pytest.mark.parametrize("length", [32, 40, 64])
def test_a_hexadecimal_key_is_found_by_the_words_around(sentence: str, length: int) -> None:
    found = [find_credential(sentence.format(Draw(seed)(length, HEX))) for seed in range(20)]
    assert None not in found


@pytest.mark.parametrize(
    "sentence",
    [
        "{} is the commit that rotated the API key",
        "{} is the cache key",
        "{} is not the token",
        "trello.getCard('{}')",
        "new Commit('{}')",
        "github:\n  ref: {}",
        '{{"key": "customer", "value": "{}"}}',
        "https://{}@o1423.ingest.sentry.io/1423",
        "registry.example.org/trello:{}",
    ],
)
def test_a_hexadecimal_number_that_is_called_otherwise_passes(sentence: str) -> None:
    found = [find_credential(sentence.format(Draw(seed)(40, HEX))) for seed in range(20)]
    assert found == [None] * 20


def test_passwords_for_apps_in_groups_of_four() -> None:
    groups = " ".join(Draw(3)(4) for _ in range(6))
    assert find_credential(f"WordPress application password: {groups}") == "password"
    assert find_credential("password: they have used that when they came here") is None


@pytest.mark.parametrize("value", ["v2." + "q7lm2vx9k4tz8wn3b6yc", "pk." + "4b30" * 8])
def test_what_was_drawn_behind_a_version_is_no_version(value: str) -> None:
    assert find_credential(f"api_token = {value}") is not None
    assert find_credential("api_token = v2.14.1-rc.3") is None
