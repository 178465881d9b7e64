/** Words that stand for "no value" or a truth value in some language. */
export const LITERAL = /^(?:none|null|nil|undefined|true|false|nan|void|yes|no|on|off|unset|empty)$/i;

/** Type names a key may be declared with. */
export const TYPE_NAME =
  /^(?:str|string|bool(?:ean)?|number|bigint|int(?:eger)?|u?int\d{1,3}(?:_t)?|[uif](?:8|16|32|64|128)|usize|isize|float\d{0,2}|double|long|short|char|byte|bytes|bytea|object|dict|list|array|map|set|any|unknown|never|symbol|function|callable|optional|option|union|tuple|buffer|varchar|text|json|uuid|regexp?|pattern|file|path|url|self|this|cls|super)$/i;

/** Encodings and algorithms: identifiers that hold digits. */
export const ALGORITHM =
  /^(?:utf_?(?:8|16|32)|base(?:16|32|64)|sha_?\d+|md[245]|hs\d+|rs\d+|es\d+|v\d+|latin1|iso_?\d+)$/i;

/** How a message goes on after "token:" or "password:" without naming the value. */
export const STATUS =
  /^(?:required|optional|missing|invalid|valid|expired|incorrect|wrong|correct|unknown|accepted|rejected|revoked|disabled|enabled|set|unset|updated|changed|created|deleted|denied|failed|success|ok|error|hidden|redacted|default|provided|present|absent|supported|unsupported|prompt|ask|inherit|mandatory|deprecated|authenticated|unauthorized|forbidden|see|use|must|should|the|a|an|this|that|if|is|it)[.!]?$/i;

/** What follows an option in a sentence rather than on a command line. */
export const AFTER_OPTION =
  /^(?:to|for|and|or|is|are|was|flag|option|argument|parameter|value|in|with|without|the|a|an|as|from|of|on|if|when|can|must|may|should|not|has|instead|by|via|requires?|string|str|text|file|path|stdin|you|your|also|will)$/i;

/** Names that speak of a secret are variables, not values. */
export const SPEAKS_OF_SECRETS = /token|secret|passw|passphrase|pwd|auth|key|cred/i;

/** What makes the left of "key = word" a statement or declaration. */
export const STATEMENT =
  /(?:\.|->|::|[\w\])>*&]\s+[*&]{0,2}|[({[]\s*)$|\b(?:const|let|var|val|auto|final|static|public|private|protected|readonly|def|fn|func|function|return|if|else|elif|while|for|case|new|await|typeof|mut)\b/;

/** What makes the left of "key: word" a declaration or part of a structure in code. */
export const BEFORE_COLON_IN_CODE =
  /[({[.?]\s*$|\b(?:const|let|var|val|case|return|private|public|protected|readonly|static|def|fn|func|function|mut)\b/;
