import { ALNUM, BASE64, DIGIT, DOT, HASH_PUNCTUATION, HEX, HYPHEN, TOKEN, UPPER, WORD } from "./characters.js";

/**
 * A token that its issuer marks by how it begins. The beginning stays legible: it tells the reader what was hidden, and a stream
 * need not wait for a word that may become one.
 */
export interface TokenShape {
  readonly name: string;
  /** How it begins: letters, digits and punctuation as they are. */
  readonly heads: readonly string[];
  /**
   * The characters behind the head, and how many there are at least: {@link MIN_BODY_CHARS} or more. Fewer than the whole token has
   * where the head is telling: a row of a screen may hold no more of it.
   */
  readonly body: number;
  readonly min: number;
  /** Also at most so many: with a head that says little, the length has to. */
  readonly max?: number;
  /** What the body must hold besides, where words and names could begin like that. */
  readonly needs?: "digit" | "mixed";
  /** How the body begins, where that tells more than its characters. */
  readonly form?: RegExp;
  /** What must stand before the head, of this class and so many at least. It is no secret: an account's number, for example. */
  readonly behind?: { readonly of: number; readonly min: number };
}

/** No body is shorter, so that a long run of characters is the first thing to look for. */
export const MIN_BODY_CHARS = 16;

const TOKEN_DOT = TOKEN | DOT;

/** Facts about tokens in use: how they begin, what they are made of, how long they are. */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  { name: "1Password service account", heads: ["ops_eyJ"], body: BASE64, min: 20 },
  { name: "Adafruit", heads: ["aio_"], body: ALNUM, min: 20 },
  { name: "age secret key", heads: ["AGE-SECRET-KEY-1"], body: UPPER | DIGIT, min: 20 },
  { name: "Airtable", heads: ["pat"], body: ALNUM | DOT, min: 35, form: /^[A-Za-z0-9]{14}\.[0-9a-f]{20}/ },
  { name: "Alibaba access key", heads: ["LTAI"], body: ALNUM, min: 16, max: 24, needs: "mixed" },
  { name: "Amazon Bedrock", heads: ["ABSK", "bedrock-api-key-"], body: BASE64, min: 40, needs: "mixed" },
  { name: "Artifactory", heads: ["AKCp", "cmVmd"], body: ALNUM, min: 40, needs: "mixed" },
  { name: "Atlassian", heads: ["ATATT3", "ATCTT3", "ATBB"], body: TOKEN, min: 20, needs: "digit" },
  {
    name: "Azure client secret",
    heads: ["Q~"],
    body: TOKEN_DOT,
    min: 31,
    max: 36,
    needs: "mixed",
    behind: { of: DIGIT, min: 1 },
  },
  { name: "Bitwarden", heads: ["bws."], body: TOKEN_DOT, min: 20 },
  { name: "Buildkite", heads: ["bkua_", "bkct_", "bkat_"], body: ALNUM, min: 20 },
  { name: "Cloudflare origin key", heads: ["v1.0-"], body: HEX | HYPHEN, min: 40 },
  { name: "Clojars", heads: ["CLOJARS_"], body: ALNUM, min: 20 },
  { name: "Contentful", heads: ["CFPAT-"], body: TOKEN, min: 20 },
  { name: "Databricks", heads: ["dapi"], body: HEX | HYPHEN, min: 20, needs: "digit" },
  { name: "DigitalOcean", heads: ["dop_v1_", "doo_v1_", "dor_v1_"], body: HEX, min: 20 },
  {
    name: "Discord bot",
    heads: ["."],
    body: TOKEN_DOT,
    min: 34,
    needs: "mixed",
    form: /^[\w-]{6}\.[\w-]{27}/,
    behind: { of: TOKEN, min: 23 },
  },
  { name: "Discord webhook", heads: ["/api/webhooks/"], body: TOKEN | BASE64, min: 20, needs: "mixed" },
  { name: "Docker Hub", heads: ["dckr_pat_", "dckr_oat_"], body: TOKEN, min: 20 },
  {
    name: "Doppler",
    heads: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    body: TOKEN_DOT,
    min: 20,
  },
  { name: "Dropbox", heads: ["sl."], body: TOKEN, min: 40, needs: "mixed" },
  { name: "Duffel", heads: ["duffel_live_", "duffel_test_"], body: TOKEN, min: 20 },
  { name: "Dynatrace", heads: ["dt0c01.", "dt0s16."], body: ALNUM | DOT, min: 20 },
  { name: "EasyPost", heads: ["EZAK", "EZTK"], body: ALNUM, min: 40, needs: "mixed" },
  { name: "Facebook", heads: ["EAAM", "EAAC"], body: ALNUM, min: 40, needs: "mixed" },
  { name: "Figma", heads: ["figd_"], body: TOKEN, min: 20 },
  { name: "Flutterwave", heads: ["FLWSECK_TEST-", "FLWSECK-"], body: TOKEN, min: 20 },
  { name: "Fly.io", heads: ["fo1_", "fm1r_", "fm1a_", "fm2_"], body: TOKEN | BASE64, min: 20, needs: "mixed" },
  { name: "Frame.io", heads: ["fio-u-"], body: TOKEN, min: 20 },
  { name: "GitLab runner registration", heads: ["GR1348941"], body: TOKEN, min: 20 },
  {
    name: "GitLab",
    heads: [
      ...[
        "glpat-",
        "gldt-",
        "glrt-",
        "glrtr-",
        "glcbt-",
        "glptt-",
        "glft-",
        "glffct-",
        "glsoat-",
        "glimt-",
        "glagent-",
      ],
      ...["gloas-", "glwt-"],
    ],
    body: TOKEN_DOT,
    min: 20,
  },
  { name: "Google API key", heads: ["AIza"], body: TOKEN, min: 33, max: 37 },
  { name: "Google client secret", heads: ["GOCSPX-"], body: TOKEN, min: 20 },
  { name: "Google OAuth", heads: ["ya29.", "1//0"], body: TOKEN_DOT, min: 20, needs: "mixed" },
  { name: "Grafana", heads: ["glsa_", "glc_"], body: WORD | BASE64, min: 20, needs: "digit" },
  { name: "Groq", heads: ["gsk_"], body: ALNUM, min: 20 },
  { name: "Harness", heads: ["pat.", "sat."], body: TOKEN_DOT, min: 64, max: 72, needs: "mixed" },
  { name: "HashiCorp Terraform", heads: [".atlasv1."], body: TOKEN, min: 20 },
  { name: "HashiCorp Vault", heads: ["hvs.", "hvb.", "hvr."], body: TOKEN_DOT, min: 20 },
  { name: "HashiCorp Vault, before 1.10", heads: ["s."], body: ALNUM, min: 24, max: 24, needs: "mixed" },
  { name: "Heroku", heads: ["HRKU-"], body: TOKEN, min: 20 },
  { name: "Hugging Face", heads: ["hf_", "api_org_"], body: ALNUM, min: 20 },
  { name: "Infracost", heads: ["ico-"], body: ALNUM, min: 20 },
  {
    name: "Kubernetes client key",
    heads: [
      // "-----BEGIN " and the words of a private key, in base64.
      ...["LS0tLS1CRUdJTiBQUklWQVRF", "LS0tLS1CRUdJTiBSU0EgUFJJVkFURS", "LS0tLS1CRUdJTiBFQyBQUklWQVRF"],
      ...["LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVE", "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS"],
    ],
    body: BASE64,
    min: 20,
  },
  { name: "LangSmith", heads: ["lsv2_pt_", "lsv2_sk_"], body: WORD, min: 20 },
  { name: "Linear", heads: ["lin_api_", "lin_oauth_"], body: ALNUM, min: 20 },
  { name: "Mailgun", heads: ["key-"], body: HEX, min: 32, max: 32, needs: "digit" },
  { name: "Mapbox", heads: ["sk.eyJ"], body: TOKEN_DOT, min: 20 },
  { name: "Netlify", heads: ["nfp_"], body: ALNUM, min: 20 },
  { name: "New Relic", heads: ["NRAK-", "NRJS-", "NRII-", "NRAA-"], body: TOKEN, min: 19 },
  { name: "Notion", heads: ["ntn_", "secret_"], body: ALNUM, min: 43, max: 46, needs: "mixed" },
  { name: "npm", heads: ["npm_"], body: ALNUM, min: 20 },
  { name: "NVIDIA", heads: ["nvapi-"], body: TOKEN, min: 20 },
  { name: "Octopus Deploy", heads: ["API-"], body: UPPER | DIGIT, min: 25, max: 40, needs: "digit" },
  { name: "OpenShift", heads: ["sha256~"], body: TOKEN, min: 20 },
  {
    name: "password hash",
    heads: ["$apr1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$argon2id$", "$argon2i$", "$scrypt$"],
    body: TOKEN | HASH_PUNCTUATION,
    min: 20,
    needs: "digit",
  },
  { name: "Perplexity", heads: ["pplx-"], body: ALNUM, min: 20 },
  { name: "PlanetScale", heads: ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], body: TOKEN_DOT, min: 20 },
  { name: "Postman", heads: ["PMAK-"], body: HEX | HYPHEN, min: 20 },
  { name: "Prefect", heads: ["pnu_"], body: ALNUM, min: 20 },
  { name: "Pulumi", heads: ["pul-"], body: HEX, min: 20, needs: "digit" },
  { name: "PyPI", heads: ["pypi-AgE", "pypi-AgN"], body: TOKEN, min: 20 },
  { name: "ReadMe", heads: ["rdme_"], body: ALNUM, min: 20 },
  { name: "Replicate", heads: ["r8_"], body: ALNUM, min: 20 },
  { name: "RubyGems", heads: ["rubygems_"], body: HEX, min: 20 },
  { name: "Scalingo", heads: ["tk-us-"], body: TOKEN, min: 20, needs: "mixed" },
  { name: "SendGrid", heads: ["SG."], body: TOKEN_DOT, min: 30, needs: "mixed" },
  { name: "Sendinblue", heads: ["xkeysib-", "xsmtpsib-"], body: TOKEN, min: 20 },
  { name: "Sentry", heads: ["sntrys_", "sntryu_"], body: WORD | BASE64, min: 20 },
  { name: "Shippo", heads: ["shippo_live_", "shippo_test_"], body: HEX, min: 20 },
  { name: "Shopify", heads: ["shpat_", "shpca_", "shppa_", "shpss_", "shpua_"], body: ALNUM, min: 20 },
  { name: "Slack webhook", heads: ["hooks.slack.com/services/"], body: BASE64, min: 20 },
  { name: "Slack workflow", heads: ["hooks.slack.com/workflows/", "hooks.slack.com/triggers/"], body: BASE64, min: 20 },
  { name: "SonarQube", heads: ["squ_", "sqp_", "sqa_"], body: HEX, min: 20 },
  { name: "Sourcegraph", heads: ["sgp_"], body: WORD, min: 20, needs: "digit" },
  { name: "Square", heads: ["sq0atp-", "sq0csp-", "EAAA"], body: TOKEN, min: 20, needs: "mixed" },
  {
    name: "Stripe",
    heads: ["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_", "whsec_"],
    body: TOKEN | BASE64,
    min: 16,
  },
  { name: "Supabase", heads: ["sbp_", "sb_secret_"], body: TOKEN, min: 20, needs: "digit" },
  { name: "Tailscale", heads: ["tskey-"], body: TOKEN, min: 20 },
  { name: "Teams webhook", heads: ["/IncomingWebhook/"], body: ALNUM | BASE64 | HYPHEN, min: 20, needs: "digit" },
  { name: "Telegram bot", heads: [":AA"], body: TOKEN, min: 30, max: 36, behind: { of: DIGIT, min: 6 } },
  { name: "Twilio", heads: ["SK"], body: HEX, min: 32, max: 32, needs: "digit" },
  { name: "Typeform", heads: ["tfp_"], body: TOKEN_DOT, min: 20 },
  { name: "Volcengine, Yandex", heads: ["AQVN", "YCM", "YCN"], body: TOKEN, min: 35, max: 40, needs: "mixed" },
  { name: "xAI", heads: ["xai-"], body: ALNUM, min: 20 },
];
