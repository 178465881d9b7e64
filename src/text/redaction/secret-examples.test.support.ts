import type { SeededRandom } from "../../base/seeded-random.test.support.js";
import { isIn } from "./characters.js";
import { TOKEN_SHAPES, type TokenShape } from "./token-shapes.js";

/** A secret as a program may show it. */
export interface SecretExample {
  readonly name: string;
  readonly text: string;
  /** What must not be seen of it. */
  readonly secret: string;
}

const DIGITS = "0123456789";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ALNUM = UPPER + UPPER.toLowerCase() + DIGITS;
const HEX = `${DIGITS}abcdef`;
const PRINTABLE = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i));

/** A random token of the shape, with what must stand before it. */
export function exampleOf(shape: TokenShape, random: SeededRandom): SecretExample {
  const { name, body, min, max, needs, behind, form } = shape;
  const letters = PRINTABLE.filter((letter) => isIn(letter.charCodeAt(0), body));
  // Punctuation is rare in tokens, and at their ends it may belong to the sentence.
  const alphabet = letters.filter((letter) => /[A-Za-z0-9]/.test(letter)).join("");
  const length = min + random.below(Math.min(8, (max ?? Infinity) - min) + 1);
  let secret = random.word(alphabet, length);
  if (needs === "digit") secret = `7${secret.slice(1)}`;
  if (needs === "mixed") secret = `Q7k${secret.slice(3)}`;
  if (form?.test(secret) === false)
    secret =
      name === "Airtable"
        ? `${random.word(ALNUM, 14)}.${random.word(HEX, 64)}`
        : `Q7k${random.word(ALNUM, 3)}.${random.word(ALNUM, 30)}`;
  const before = behind === undefined ? "" : random.word(isIn(0x41, behind.of) ? ALNUM : DIGITS, behind.min + 2);
  return { name, text: `${before}${random.pick([...shape.heads])}${secret}`, secret };
}

/** One of every shape of the table. */
export const issuedExamples = (random: SeededRandom): SecretExample[] =>
  TOKEN_SHAPES.map((shape) => exampleOf(shape, random));

/** Secrets that are known by where they stand. */
export function placedExamples(random: SeededRandom): SecretExample[] {
  const word = (length: number, alphabet = ALNUM): string => `Q7k${random.word(alphabet, length - 3)}`;
  const placed = (name: string, before: string, secret: string, after = ""): SecretExample => ({
    name,
    text: `${before}${secret}${after}`,
    secret,
  });
  return [
    placed("npmrc", "//registry.example.com/:_authToken=", word(40)),
    placed("npmrc, basic", "_auth=", `${word(30)}==`),
    placed("npmrc, password", "//registry.example.com/:_password=", `${word(30)}=`),
    placed(
      "Azure storage account",
      "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=",
      `${word(86)}==`,
      ";EndpointSuffix=core",
    ),
    placed("Azure shared access", "Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=", `${word(43)}=`),
    placed("Azure SAS", "https://x.blob.core.windows.net/c?sv=2022-11-02&sp=r&sig=", `${word(40)}%3D`, "&se=2030"),
    placed("Cookie", "Cookie: theme=dark; session=", word(32)),
    placed("Cookie in quotes", "curl -H 'Cookie: sid=", word(32), "' https://x.example"),
    placed("Set-Cookie", "< Set-Cookie: connect.sid=s%3A", word(60), "; Path=/; HttpOnly"),
    placed("DB_PASS", "DB_PASS=", word(14)),
    placed("db_pass", 'db_pass: "', word(14), '"'),
    placed("PASSWD", "export MYSQL_PASSWD=", word(14)),
    placed("Pwd", "Server=db;Uid=sa;Pwd=", word(14), ";Encrypt=yes"),
    placed("MYSQL_PWD", "MYSQL_PWD=", word(14)),
    placed("PGPASSWORD", "PGPASSWORD=", word(14)),
    placed("docker login", '\t\t\t"auth": "', `${word(38)}==`, '"'),
    placed("kubeconfig key", "    client-key-data: ", `${word(200)}==`),
    placed("kubeconfig token", "    token: ", word(64)),
    placed("AWS secret key", "aws_secret_access_key = ", word(40, `${ALNUM}/+`)),
    placed("AWS session", "AWS_SESSION_TOKEN=", word(200, `${ALNUM}/+`)),
    placed("AWS in JSON", '"SecretAccessKey": "', word(40, `${ALNUM}/+`), '",'),
    placed("netrc", "machine git.example.com login bob password ", word(14)),
    placed("netrc, over lines", "  password ", word(14)),
    placed("basic", "> Authorization: Basic ", `${word(30)}==`),
    placed("Datadog", "DD_APP_KEY=", `7a${random.word(HEX, 38)}`),
    placed("Datadog API", "DD-API-KEY: ", `7a${random.word(HEX, 30)}`),
    placed("Fastly", "Fastly-Key: ", word(32)),
    placed("Cloudflare", "X-Auth-Key: ", `7a${random.word(HEX, 35)}`),
    placed("Heroku", "HEROKU_API_KEY=", `01234567-89ab-4cde-8f01-${random.word(HEX, 12)}`),
    placed("Twilio", "TWILIO_AUTH_TOKEN=", `7a${random.word(HEX, 30)}`),
    placed("encryption key", "ENCRYPTION_KEY: ", `${word(43)}=`),
    placed("session id", "PHPSESSID_SESSION_ID=", word(32)),
    placed("OpenAI", "sk-", `proj-${word(60)}`),
    placed("Anthropic", "ANTHROPIC: sk-", `ant-api03-${word(90)}`),
    placed("JWE", "eyJ", `${word(20)}.${word(30)}.${word(16)}.${word(30)}.${word(22)}`),
    placed("JWT", "eyJ", `${word(33)}.eyJ${word(180)}.${word(43)}`),
  ];
}
