import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError, MAX_REGEX_CHARS } from "../../base/index.js";
import { RedactionPolicy, type RedactionOptions } from "./index.js";

const policy = RedactionPolicy.default();
const R = "[REDACTED]";

/** Each line with the secret in «»: what is inside goes, all else stays. */
const SECRETS = String.raw`
token=«secret»
PASSWORD=«changeme»
password: «hunter2»
password = «changeme»
Temporary password: «Swordfish»
MY_TOKEN=«abc»
export X_SECRET='«a b c»'
"token": "«abc def»"
{"token":"«x1»","user":"bob"}
{'password': '«it\'s»', 'id': 1}
{\"token\":\"«abc»\",\"n\":1}
:token => "«abc»"
env["API_TOKEN"] = "«abc»"
const token = "«abc123»";
token: «abc1»
  api_key: «zz-99»   # from the vault
API key = «abcd1234»
x-api-key: «12ab34»
apikey='«q»'
aws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE»
spring.datasource.password=«hunter2»
//registry.example/:_authToken=«abcd-12»
Server=db;Password=«hunter2»;Pooling=true
Set-Cookie: token=«abcdef»; path=/
(token=«swordfish») [token=«abc»] {user=bob, token=«abc»}
secret = "«x»"
password = """«abc»"""
https://x-access-token:«ghs_abcdefghijklmnopqrstuv»@github.com/
**Password:** «hunter2»
passphrase: «open-sesame-1»
docker login --password «hunter2» --username bob
tool --token=«abcd» run
tool --api-key '«a b»' run
https://x.example/?token=«abc»&user=bob
https://x.example/?a=1&amp;token=«abc»&amp;b=2
token%3D«abc»%26user%3Dbob
%22token%22%3A%22«abc»%22
https://user:«pass»@host/path
postgres://user:«p@ss:word»@db.example:5432/x
https://«0123456789abcdef0123»@host/path
Authorization: Basic «dXNlcjpwYXNz»
Authorization: Bearer «abc»
Authorization: Digest «username="x", response="1234"»
curl -H "Authorization: Bearer «abcdefgh12345»" https://x.example
fetch(u, { headers: { Authorization: "token «abc»" } })
Bearer «abcdefgh»
BEARER   «a.b-c_d~e+f/g==»
key «sk-abcdefghijklmnop»!
\n«sk-abcdefghijklmnop»
q=%20«sk-abcdefghijklmnop»
«AKIAIOSFODNN7EXAMPLE»
«ghp_abcdefghijklmnopqrst» «gho_abcdefghijklmnopqrst»
«github_pat_11ABCDEFG0abcdefghij»
«xoxb-1234567890-abc» «xoxp-1234567890-abc»
«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-_def»
"key": "«-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nabc=\n-----END PRIVATE KEY-----»\n"
`.trim();

const INNOCENT = String.raw`
the token is invalid
Invalid token: expected ";" but found "}"
tokenize(x)
password:
Password:
Enter the password for bob:
your password must be at least 8 characters
password: must be at least 8 characters
Note on the token: it expires after an hour
authorization: required
token: expired
const token = getToken();
const token = await getToken()
let token = this.scanner.next();
password: string
password: string;
secret: Vec<u8>,
token: Token
token: Token,
private token: SyntaxKind;
function f(token: string, secret?: string): void {
def f(token: str = None, password: Optional[str] = None):
def f(self, passwd=None):
if (secret == null)
if (token === "(") return;
if token != "x":
while ((token = strtok(NULL, " ")) != NULL) {
self.token = token
self.password = password
this.token = options.token;
token = None
token = null
token = undefined
token = true
token = 123
token=None
token: 42,
{ token, secret }
{ token: token, secret: secret }
foo(token=token, password=self.password)
foo(password=getpass())
char *token = NULL;
token = next_token;
token = ","
Token::new(kind)
token => token.value
(token) => token
max_tokens=4096
"max_tokens": 4096, "tokens": [1, 2]
"token": null, "secret": false
"password": "",
"token=" + token
'&token=' + encodeURIComponent(token) + '&x=1'
"Authorization: " + header
Authorization: ${"`"}Bearer ${"$"}{token}${"`"}
-H "Authorization: Bearer $TOKEN"
token=$TOKEN
token=${"$"}{TOKEN}
password="${"$"}{{ secrets.PASSWORD }}"
token=<your-token>
"token=%s"
f"token={token}"
Password: ********
  --token TOKEN     the token to use
  --password string   password for the registry
use --token to specify the token
Bearer authentication is required
WWW-Authenticate: Bearer realm="example"
the bearer of this letter
https://example.com:8080/a@b
http://localhost:3000?mail=bob@example.com
http://bob@example.com/
git@github.com:owner/repo.git
task-management-system-for-everyone
sk-short
ask-me-anything-about-this-thing
AKIA is a prefix
eyJ is the beginning of a JWT
-----BEGIN CERTIFICATE-----
-----BEGIN PRIVATE KEY----x
-----BEGIN PUBLIC KEY-----
`.trim();

test("S7: every documented shape is hidden, and only the secret part of it", () => {
  for (const marked of SECRETS.split("\n")) {
    const line = marked.replace(/[«»]/g, "");
    assert.equal(policy.redact(line), marked.replace(/«[^»]*»/g, R));
  }
});

test("S10: ordinary prose and code survive", () => {
  const lines = INNOCENT.split("\n");
  assert.ok(lines.length >= 60);
  for (const line of lines) assert.equal(policy.redact(line), line);
  assert.equal(policy.redact(INNOCENT), INNOCENT);
});

test("S7: a private key block goes as a whole, also when its end is missing", () => {
  const body =
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\nMzEfYyjiWA4R4/M2bS1GB4t7NXp98C3S\nab==";
  const begin = "-----BEGIN EC PRIVATE KEY-----";
  const end = "-----END EC PRIVATE KEY-----";
  assert.equal(policy.redact(`a\n${begin}\n${body}\n${end}\nb`), `a\n${R}\nb`);
  assert.equal(policy.redact(`a\n${begin}\nProc-Type: 4,ENCRYPTED\n\n${body}\n${end}\nb`), `a\n${R}\nb`);
  assert.equal(policy.redact(`a\n${begin}\n${body}\n$ next prompt`), `a\n${R}\n$ next prompt`);
  assert.equal(policy.redact(`  1 | ${begin}\n  2 | ${body.replaceAll("\n", "\n  3 | ")}`), `  1 | ${R}`);
  assert.equal(policy.redact(`look for "${begin}" in the file`), `look for "${R}" in the file`);
});

test("spans are the ranges that redact replaces", () => {
  const text = "a token=abc b https://u:pw@h c";
  assert.deepEqual(policy.spans(text), [
    { start: 8, end: 11 },
    { start: 24, end: 26 },
  ]);
  assert.deepEqual(policy.spans("nothing here"), []);
});

test("S8: the replacement is written literally", () => {
  const marked = new RedactionPolicy({ replacement: "$& $1 $$" });
  assert.equal(marked.redact("token=abc;x"), "token=$& $1 $$");
  assert.equal(new RedactionPolicy({ replacement: "" }).redact("token=abc "), "token= ");
});

test("S8: a replacement with control characters or of absurd length is refused", () => {
  for (const replacement of ["a\nb", "\x1b[0m", "\x9b", "x".repeat(257)]) {
    assert.throws(() => new RedactionPolicy({ replacement }), { name: "InvalidArgumentError", field: "replacement" });
  }
});

test("a disabled policy changes nothing", () => {
  const disabled = new RedactionPolicy({ enabled: false, extraLiterals: ["abc"] });
  assert.equal(disabled.redact("token=abc"), "token=abc");
  assert.equal(disabled.redactSlice("token=abc", 6), "abc");
  assert.deepEqual(disabled.spans("token=abc"), []);
});

test("S7: extra literals are hidden in their plain, JSON and URL spellings", () => {
  const literal = 'pä"ss wörd';
  const strict = new RedactionPolicy({ extraLiterals: ["", literal, "a", "line1\nline2"] });
  const text = `<${literal}> ${JSON.stringify({ x: literal })} ?x=${encodeURIComponent(literal)}&y line1\r\nline2`;
  assert.equal(strict.redact(text), `<${R}> {"x":"${R}"} ?x=${R}&y ${R}`);
});

test("the longer of two literals is hidden completely", () => {
  const strict = new RedactionPolicy({ extraLiterals: ["abc", "abcdef", "efgh"] });
  assert.equal(strict.redact("x abcdefgh y abc z"), `x ${R} y ${R} z`);
});

test("S8: extra regexes follow the Rust dialect, and their empty matches are ignored", () => {
  const strict = new RedactionPolicy({ extraRegexes: ["(?i)corp-[0-9]{3}", "x*", "(?s)<<.*?>>"] });
  assert.equal(strict.redact("a CORP-123 b xx <<1\n2>> c"), `a ${R} b ${R} ${R} c`);
});

test("a regex that is invalid or too long is refused with its index", () => {
  const bad = ["(", "(?=a)", "\\1", "\\<a", "\\b{start}", "a".repeat(MAX_REGEX_CHARS + 1)];
  for (const regex of bad) {
    assert.throws(
      () => new RedactionPolicy({ extraRegexes: ["fine", regex] }),
      (error) => {
        assert.ok(error instanceof InvalidArgumentError);
        assert.equal(error.code, "invalid_regex");
        assert.equal(error.field, "extraRegexes[1]");
        return true;
      },
    );
  }
});

test("S8: rules that match nearly everything do not blow the text up", () => {
  const text = "ab\n".repeat(10_000);
  const absurd: RedactionOptions[] = [{ extraLiterals: ["a"] }, { extraRegexes: ["a|b"] }, { extraRegexes: ["."] }];
  for (const options of absurd) {
    const output = new RedactionPolicy(options).redact(text);
    assert.ok(output.length <= text.length * 4 + R.length, `${output.length}`);
    assert.ok(!output.includes("a"));
  }
});

test("S6: a slice is judged with what stands around it", () => {
  const text = "token=abcdef1 end";
  assert.equal(policy.redactSlice(text, 6), `${R} end`);
  assert.equal(policy.redactSlice(text, 9), `${R} end`);
  assert.equal(policy.redactSlice(text, 0, 8), `token=${R}`);
  assert.equal(policy.redactSlice(text, 13), " end");
});

test("S6: a text that lost its beginning loses the word it begins in, and the rest of a private key", () => {
  const cut = (text: string) => policy.redactSlice(text, 0, text.length, { headCut: true });
  assert.equal(cut("Zx81kfPq02 next"), `${R} next`);
  assert.equal(cut("llo world"), "llo world");
  assert.equal(cut("\r\nplain line"), "\r\nplain line");
  assert.equal(cut("abc\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END PRIVATE KEY-----\nx"), `${R}\nx`);
});

test("a policy is immutable", () => {
  const literals = ["one"];
  const strict = new RedactionPolicy({ extraLiterals: literals });
  literals.push("two");
  assert.equal(strict.redact("one two"), `${R} two`);
  assert.ok(Object.isFrozen(strict) && Object.isFrozen(strict.extraLiterals));
  assert.equal(RedactionPolicy.default(), RedactionPolicy.default());
});

test("a random value is hidden also when it happens to hold a word such as key or auth", () => {
  for (const value of ["q7kzBhlUBQhWKeyT4YyiZLYlZV0pX2", "a1b2authc3d4e5", "9pwdQ8rt7credX6"])
    assert.equal(RedactionPolicy.default().redact(`password: ${value}`), `password: ${R}`);
});

test("a secret that two shapes find at once is one span inside the text", () => {
  const text = "--password=https://ghp_0123456789abcdef@host next";
  const spans = RedactionPolicy.default().spans(text);
  assert.equal(spans.length, 1);
  assert.ok(spans[0].end <= text.length);
  assert.match(RedactionPolicy.default().redact(text), /^--password=\S+ next$/);
});

test("an empty replacement does not glue a token to what stands before it", () => {
  const policy = new RedactionPolicy({ replacement: "" });
  const text = "[REDA-----BEGIN PRIVATE KEY-----\x1b[31mghp_MIIEvQIBADANBgkqhkiG9w0BAQ|";
  assert.ok(!policy.redact(text).includes("ghp_"));
  assert.equal(policy.redact(policy.redact(text)), policy.redact(text));
});

test("a bearer token in quotes is hidden also when it ends in the padding of base64", () => {
  for (const padding of ["", "=", "=="])
    assert.equal(
      RedactionPolicy.default().redact(`{"x": "Bearer q7Z8uVXBEw5bx2RnM1Tqz${padding}"}`),
      '{"x": "Bearer [REDACTED]"}',
    );
  const challenge = 'WWW-Authenticate: Bearer realm="example", error_description="expired"';
  assert.equal(RedactionPolicy.default().redact(challenge), challenge);
});

test("S7: the password of a URL that was taken for a path is found, and paths with a colon are left alone", () => {
  const policy = RedactionPolicy.default();
  assert.equal(policy.redact("/tmp/https:/user:pass12345@h/"), "/tmp/https:/user:[REDACTED]@h/");
  for (const text of ["C:/Users/me@home", "git@github.com:/org/repo", "x:/a1b2c3d4e5f6g7h8i9j0k1@h"])
    assert.equal(policy.redact(text), text);
});

test("S10: a regex is judged by the time it took itself: what others had of the processor hides nothing", (t) => {
  const policy = new RedactionPolicy({ extraRegexes: ["[a-c]+"] });
  let now = 0;
  t.mock.method(performance, "now", () => (now += 1_000));
  assert.equal(policy.redact("abc, then b, and the rest"), "[REDACTED], then [REDACTED], [REDACTED]nd the rest");
});
