import type { SeededRandom } from "../../base/seeded-random.test.support.js";

/** Output with a secret in it. */
export interface Canary {
  readonly shape: string;
  readonly output: string;
  readonly secret: string;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ALNUM = UPPER + UPPER.toLowerCase() + "0123456789";

/** One fresh canary of every shape the contract names. */
export function makeCanaries(random: SeededRandom): Canary[] {
  const word = (length: number) => random.word(ALNUM, length);
  const canary = (shape: string, secret: string, before: string, after: string): Canary => {
    return { shape, secret, output: `$ run it\r\n${before}${secret}${after}\r\nok 1 2 3\r\n$ ` };
  };
  const key = Array.from({ length: 5 }, () => random.word(ALNUM + "+/", 64)).join("\r\n");
  return [
    canary("bearer", word(30), "> GET / with bearer ", " sent"),
    canary("sk-", word(40), "using sk-", " now"),
    canary("AKIA", random.word(UPPER + "0123456789", 16), "id AKIA", ", ok"),
    canary("gh?_", word(36), "(ghp_", ")"),
    canary("github_pat_", word(22) + "_" + word(40), "github_pat_", " is set"),
    canary("xox?-", random.word("0123456789", 12) + "-" + word(24), "slack xoxb-", ""),
    canary("JWT", `${word(30)}.eyJ${word(40)}.${word(43)}`, "jwt eyJ", " end"),
    canary("PEM", key, "-----BEGIN RSA PRIVATE KEY-----\r\n", "\r\n-----END RSA PRIVATE KEY-----"),
    canary("unfinished PEM", key, "-----BEGIN PRIVATE KEY-----\r\n", "\r\n$ "),
    canary("URL password", word(20), "clone https://bob:", "@example.com/x.git ..."),
    canary("environment", word(20), "export MY_TOKEN=", ""),
    canary("JSON", `${word(8)} ${word(8)}`, '{"user": "bob", "password": "', '", "id": 7}'),
    canary("JSON in JSON", word(24), '{"body":"{\\"api_key\\":\\"', '\\"}"}'),
    canary("YAML", word(20), "  client_secret: ", ""),
    canary("header", word(20) + "==", "< Authorization: Basic ", ""),
    canary("option", word(14), "mysql --password ", " --host db"),
    canary("query", word(20), "GET /v1?user=bob&api-key=", "&page=2 200"),
    canary("encoded query", word(20), "q=token%3D", "%26page%3D2"),
    canary("quoted", `${word(6)} ${word(12)}`, "set passwd='", "' done"),
  ];
}

/** A piece of the secret, six characters long, that the text still holds; null if there is none. */
export function findLeak(canary: Canary, text: string): string | null {
  const visible = text.replace(/\x1b\[[0-9;]*[A-Za-z]|\x1b\][^\x07]*\x07/g, "");
  for (let at = 0; at + 6 <= canary.secret.length; at += 1) {
    const piece = canary.secret.slice(at, at + 6);
    if (text.includes(piece) || visible.includes(piece)) return piece;
  }
  return null;
}
