import type { CodePointRange, CodePointSet } from "./code-point-set.js";
import { normalize } from "./code-point-set.js";

// The tables come from the running Node's own Unicode data: one scan per property, when it is first used, instead of
// shipped tables. Planes 4 to 13 are unassigned and 15, 16 private: uniform but for the two noncharacters at their end.
const SCANNED: readonly CodePointRange[] = [
  [0, 0xd7ff],
  [0xe000, 0xffff],
  [0x10000, 0x3ffff],
  [0xe0000, 0xe0fff],
];
const UNIFORM: readonly CodePointRange[] = [
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].flatMap((plane): CodePointRange[] => [
    [plane * 0x10000, plane * 0x10000 + 0xfffd],
    [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff],
  ]),
  [0xe1000, 0xefffd],
  [0xefffe, 0xeffff],
];
const BLOCK = 0x2000;

/** All characters that are scanned, some 0.6 MB; making them takes longer than a scan. */
let blocks: readonly { readonly first: number; readonly text: string }[] | undefined;
const scanned = new Map<string, CodePointSet>();

/** The code points of a JavaScript `u`-mode class body such as `\p{Script=Greek}`; undefined when it is no valid one. */
export function nativeClass(body: string): CodePointSet | undefined {
  const known = scanned.get(body);
  if (known !== undefined) return known;
  let runs: RegExp;
  try {
    runs = new RegExp(`[${body}]+`, "gu");
  } catch {
    return undefined;
  }
  const ranges: CodePointRange[] = [];
  for (const block of (blocks ??= allBlocks())) scanBlock(runs, block, ranges);
  for (const range of UNIFORM) {
    runs.lastIndex = 0;
    if (runs.test(String.fromCodePoint(range[0]))) ranges.push(range);
  }
  const set = normalize(ranges);
  scanned.set(body, set);
  return set;
}

function allBlocks(): { first: number; text: string }[] {
  return SCANNED.flatMap(([first, last]) => {
    const count = Math.ceil((last + 1 - first) / BLOCK);
    return Array.from({ length: count }, (_, index) => {
      const from = first + index * BLOCK;
      const length = Math.min(last + 1 - from, BLOCK);
      return { first: from, text: String.fromCodePoint(...Array.from({ length }, (_, i) => from + i)) };
    });
  });
}

function scanBlock(runs: RegExp, { first, text }: { first: number; text: string }, ranges: CodePointRange[]): void {
  const unitsEach = first > 0xffff ? 2 : 1;
  for (const run of text.matchAll(runs)) {
    const start = first + run.index / unitsEach;
    ranges.push([start, start + run[0].length / unitsEach - 1]);
  }
}

/** General categories by short and long name, in the words JavaScript takes; keys are normalized. */
const CATEGORIES = new Map<string, string>(
  (
    "L:Letter LC:Cased_Letter Lu:Uppercase_Letter Ll:Lowercase_Letter Lt:Titlecase_Letter Lm:Modifier_Letter Lo:Other_Letter " +
    "M:Mark M:Combining_Mark Mn:Nonspacing_Mark Mc:Spacing_Mark Me:Enclosing_Mark N:Number Nd:Decimal_Number Nd:digit Nl:Letter_Number " +
    "No:Other_Number P:Punctuation P:punct Pc:Connector_Punctuation Pd:Dash_Punctuation Ps:Open_Punctuation Pe:Close_Punctuation " +
    "Pi:Initial_Punctuation Pf:Final_Punctuation Po:Other_Punctuation S:Symbol Sm:Math_Symbol Sc:Currency_Symbol Sk:Modifier_Symbol " +
    "So:Other_Symbol Z:Separator Zs:Space_Separator Zl:Line_Separator Zp:Paragraph_Separator C:Other Cc:Control Cc:cntrl Cf:Format " +
    "Co:Private_Use Cn:Unassigned Cs:Surrogate"
  )
    .split(" ")
    .flatMap((pair) => {
      const [short, long] = pair.split(":") as [string, string];
      return [[normalizeName(short), short] as const, [normalizeName(long), short] as const];
    }),
);

/** Binary properties and their short names, as JavaScript takes them. */
const BINARY = new Map<string, string>(
  (
    "Any ASCII Assigned Alphabetic Alpha ASCII_Hex_Digit AHex Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable CI Cased " +
    "Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL Changes_When_Titlecased CWT " +
    "Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp " +
    "Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext " +
    "Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC " +
    "ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar " +
    "Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI Sentence_Terminal STerm " +
    "Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space space " +
    "XID_Continue XIDC XID_Start XIDS"
  )
    .split(" ")
    .map((name) => [normalizeName(name), name]),
);

/** Unicode's loose matching of names (UAX 44, LM3). */
function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]/g, "")
    .replace(/^is/, "");
}

/** The set behind the inside of `\p{…}`; undefined when nobody knows that property. */
export function unicodeProperty(expression: string): CodePointSet | undefined {
  const split = /^([^:=]*)[:=](.*)$/s.exec(expression);
  if (split === null) return bareProperty(expression);
  const value = split[2];
  switch (normalizeName(split[1])) {
    case "gc":
    case "generalcategory":
      return category(value);
    case "sc":
    case "script":
      return script("Script", value);
    case "scx":
    case "scriptextensions":
      return script("Script_Extensions", value);
    default:
      return undefined;
  }
}

function bareProperty(name: string): CodePointSet | undefined {
  const key = normalizeName(name);
  const general = category(name);
  // These three abbreviate both a category and a binary property; the category wins, as in the Rust crate.
  if (general !== undefined && ["cf", "sc", "lc"].includes(key)) return general;
  const binary = BINARY.get(key);
  return (binary === undefined ? undefined : nativeClass(`\\p{${binary}}`)) ?? general ?? script("Script", name);
}

function category(name: string): CodePointSet | undefined {
  const key = normalizeName(name);
  if (key === "any" || key === "assigned" || key === "ascii") return nativeClass(`\\p{${BINARY.get(key)!}}`);
  const short = CATEGORIES.get(key);
  return short === undefined ? undefined : nativeClass(`\\p{gc=${short}}`);
}

/** Scripts are too many to list: try the name as written, then in the Title_Case that Unicode uses. */
function script(property: "Script" | "Script_Extensions", name: string): CodePointSet | undefined {
  const plain = name.trim().replace(/^is[\s_-]*/i, "");
  const titled = plain
    .split(/[\s_-]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join("_");
  for (const candidate of [plain, titled]) {
    if (!/^\w+$/.test(candidate)) continue;
    const set = nativeClass(`\\p{${property}=${candidate}}`);
    if (set !== undefined) return set;
  }
  return undefined;
}
