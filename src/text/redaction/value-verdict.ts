import { isPlaceholder } from "./placeholders.js";
import { ATOM } from "./span.js";
import {
  AFTER_OPTION,
  ALGORITHM,
  BEFORE_COLON_IN_CODE,
  LITERAL,
  SPEAKS_OF_SECRETS,
  STATEMENT,
  STATUS,
  TYPE_NAME,
} from "./vocabulary.js";

/** Where an unquoted value stands. */
export interface ValueContext {
  readonly separator: "equals" | "colon" | "flag" | "arrow";
  /** No blank on either side of the separator. */
  readonly attached: boolean;
  /** The whole word that ends in the key. */
  readonly key: string;
  /** Up to 64 characters before it. */
  readonly before: string;
  /** The character right behind the value; "" at the end of the line. */
  readonly next: string;
  /** Nothing follows that character. */
  readonly isLastOnLine: boolean;
  /** Only blanks or a comment follow. */
  readonly endsLine: boolean;
  readonly insideParentheses: boolean;
}

const ATOMS_ONLY = new RegExp(`^${ATOM}+$`);
const IDENTIFIER_CHAIN = /^[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)*/;
const PLAIN_WORD = /^[A-Za-z_$][A-Za-z_$-]*$/;

/** Whether the text between quotes is a secret. Leaks are worse than false alarms: nearly everything is. */
export function isSecretLiteral(content: string): boolean {
  if (content === "" || ATOMS_ONLY.test(content)) return false;
  if (isPlaceholder(content) || LITERAL.test(content) || /^string$/i.test(content)) return false;
  // Lexers and formatters: `token = "("`, `secret: " "`.
  return content.length > 3 || /[\p{L}\p{N}\uffff]/u.test(content);
}

/**
 * Whether an unquoted value is a secret, or a name, type, number or call in code, or a word of a sentence.
 * `key=value` without blanks is nearly always a value; with blanks only a whole rest of a line, or something with
 * digits in it, is.
 */
export function isSecretWord(value: string, context: ValueContext): boolean {
  if (value === "" || ATOMS_ONLY.test(value)) return false;
  const bare = value.replace(/[,;:)\]}]+$/, "");
  if (isPlaceholder(bare) || LITERAL.test(bare)) return false;
  if (/^[-+]?\d[\d_]*(?:\.\d+)?$/.test(bare)) return isSecretNumber(bare, context);
  if (/^0x[0-9a-f]{1,8}$/i.test(bare)) return false;
  if (context.separator === "flag") return isSecretOption(bare);
  const isEnvironment = context.separator === "equals" && context.attached && /^[A-Z][A-Z0-9_]*$/.test(context.key);
  if (isEnvironment) return true;
  if (/^[!&*~+?|<>=-]/.test(value)) return context.attached && isDense(value) && !/[;)]$/.test(value);
  const chain = IDENTIFIER_CHAIN.exec(value)?.[0] ?? "";
  const behind = value[chain.length] ?? "";
  if (chain !== "" && /^[([<]/.test(behind || context.next)) return false;
  if (value.includes(ATOM)) return true;
  if (chain === value) return isSecretChain(chain, context);
  if (chain !== "" && /^[,;)}\]|:?!]/.test(behind))
    return isSecretChain(chain, { ...context, next: behind, isLastOnLine: false, endsLine: false });
  return context.attached || context.endsLine || isDense(value) || /[@#~%^\\!]/.test(value);
}

/** Short numbers are counters and enum values; a long one behind "password" may be a PIN. */
function isSecretNumber(value: string, context: ValueContext): boolean {
  if (value.length < 4 || !/^\d+$/.test(value)) return false;
  return context.attached ? context.separator === "equals" : !/token$/i.test(context.key);
}

function isSecretOption(value: string): boolean {
  if (/^-/.test(value) || AFTER_OPTION.test(value)) return false;
  // A help text: --token TOKEN
  return !/^[A-Z][A-Z_]*$/.test(value);
}

function isSecretChain(chain: string, context: ValueContext): boolean {
  const parts = chain.split(/\.|->|::|\?\./);
  if (parts.length === 1) return isSecretName(chain, context);
  if (parts.some((part) => part.length >= 16 && isDense(part))) return true;
  return (
    context.attached &&
    context.separator === "equals" &&
    !context.insideParentheses &&
    context.endsLine &&
    !SPEAKS_OF_SECRETS.test(chain)
  );
}

function isSecretName(name: string, context: ValueContext): boolean {
  if (TYPE_NAME.test(name) || ALGORITHM.test(name)) return isProperty(context);
  if (name.toLowerCase() === context.key.toLowerCase()) return false;
  const { attached, separator, next } = context;
  const endsStatement = next === ";" && context.isLastOnLine;
  const inCode = context.insideParentheses || endsStatement || /^[)}\]]/.test(next);
  const looksNamed = /_|[a-z][A-Z]/.test(name) || SPEAKS_OF_SECRETS.test(name);
  if (!PLAIN_WORD.test(name)) {
    // Letters and digits: "hunter2", but also "token1" and "arg0".
    if (attached && separator === "equals" && !inCode) return true;
    if (SPEAKS_OF_SECRETS.test(name) && !isJumbled(name)) return false;
    return !(inCode && /^[A-Za-z_]+\d{1,2}$/.test(name) && (looksNamed || name.length < 6));
  }
  if (attached && separator === "equals") {
    if (endsStatement) return false;
    return !inCode || (!looksNamed && name.length >= 3);
  }
  if (STATUS.test(name) || SPEAKS_OF_SECRETS.test(name) || inCode) return false;
  if (next === "," || attached) return separator === "colon" && !looksNamed && name.length >= 6;
  if (!context.endsLine || name.length < 4) return false;
  if (separator === "colon") return !BEFORE_COLON_IN_CODE.test(context.before);
  return !looksNamed && !STATEMENT.test(context.before);
}

/** `some.name=value` on its own, as in a properties file. */
function isProperty(context: ValueContext): boolean {
  return context.separator === "equals" && context.attached && context.endsLine && !context.insideParentheses;
}

/** Digits in several places of a long word: a random value that happens to hold "key", not the name of one. */
function isJumbled(value: string): boolean {
  return value.length >= 12 && (value.match(/\d+/g)?.length ?? 0) >= 2;
}

/** Letters and digits mixed, eight or more characters: nobody's name. */
function isDense(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
}
