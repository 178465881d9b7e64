import {
  MAX_PLUGIN_FUNCTION_BYTES,
  MAX_PLUGIN_FUNCTION_LOCALS,
  MAX_PLUGIN_FUNCTION_NESTING,
  MAX_PLUGIN_FUNCTION_PRICE,
  MAX_PLUGIN_MODULE_PRICE,
} from "../../../base/index.js";
import { readPlainInstruction } from "./instruction.js";
import type { ModuleReader } from "./module-reader.js";
import { refused } from "./module-reader.js";

/** How many values a function or a block takes and gives. */
export interface Signature {
  readonly takes: number;
  readonly gives: number;
}

/** What the code of a module refers to by number. */
export interface Signatures {
  readonly types: readonly Signature[];
  /** The type of each function. */
  readonly functions: readonly number[];
}

interface Block {
  /** The height of the stack below what it takes. */
  readonly floor: number;
  readonly signature: Signature;
}

/**
 * The compiler keeps a picture of all locals and operands for each place that a branch can come from or go to, and makes a node
 * for each that a loop changes: 20,000 branches in a function of 50,000 locals, 100 KB in a file, take 23 GB. A price is the
 * sum of these pictures. The weights were measured with V8 11.3 to 13.6, in both of its compilers.
 */
const LOOP_WEIGHT = 16;
/** An instruction takes some nodes, a call some dozens. */
const INSTRUCTION_PRICE = 4;
const CALL_PRICE = 32;

const UNREACHABLE = 0x00;
const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
const ELSE = 0x05;
const END = 0x0b;
const BRANCH = 0x0c;
const BRANCH_IF = 0x0d;
const BRANCH_TABLE = 0x0e;
const RETURN = 0x0f;
const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const SELECT_TYPED = 0x1c;

const NOTHING: Signature = { takes: 0, gives: 0 };
const ONE_VALUE: Signature = { takes: 0, gives: 1 };
const EMPTY_BLOCK = 0x40;

/** Refuses the code of a module that would cost too much to compile, function by function, before anything of it is compiled. */
export function checkCode(reader: ModuleReader, signatures: Signatures, isValue: (byte: number) => boolean): void {
  const count = reader.number();
  let left = MAX_PLUGIN_MODULE_PRICE;
  for (let index = 0; index < count; index++) {
    const size = reader.number();
    if (size > MAX_PLUGIN_FUNCTION_BYTES)
      throw refused(`its function ${index} has ${size} bytes, ${MAX_PLUGIN_FUNCTION_BYTES} are allowed`);
    const end = reader.at + size;
    const body = new FunctionBody(reader, signatures, isValue);
    left -= body.price(index);
    if (left < 0) throw refused("its functions together cost too much to compile; make them fewer or simpler");
    if (reader.at !== end) throw refused(`its function ${index} does not end where it says`);
  }
}

class FunctionBody {
  readonly #reader: ModuleReader;
  readonly #signatures: Signatures;
  readonly #isValue: (byte: number) => boolean;
  readonly #blocks: Block[] = [];
  #locals = 0;
  #height = 0;
  #price = 0;

  constructor(reader: ModuleReader, signatures: Signatures, isValue: (byte: number) => boolean) {
    this.#reader = reader;
    this.#signatures = signatures;
    this.#isValue = isValue;
  }

  price(index: number): number {
    const signature = this.#functionType(index);
    this.#locals = signature.takes + this.#readLocals();
    if (this.#locals > MAX_PLUGIN_FUNCTION_LOCALS)
      throw refused(`its function ${index} has ${this.#locals} locals, ${MAX_PLUGIN_FUNCTION_LOCALS} are allowed`);
    this.#blocks.push({ floor: 0, signature: { takes: 0, gives: signature.gives } });
    while (this.#blocks.length > 0) {
      this.#step(this.#reader.byte());
      if (this.#blocks.length > MAX_PLUGIN_FUNCTION_NESTING)
        throw refused(`its function ${index} has blocks more than ${MAX_PLUGIN_FUNCTION_NESTING} deep`);
      if (this.#price > MAX_PLUGIN_FUNCTION_PRICE)
        throw refused(
          `its function ${index} costs too much to compile: too many branches and calls for its locals and operands`,
        );
    }
    return this.#price;
  }

  #readLocals(): number {
    let locals = 0;
    for (let groups = this.#reader.number(); groups > 0; groups--) {
      locals += this.#reader.number();
      if (!this.#isValue(this.#reader.byte())) throw refused("its locals must be plain values");
    }
    return locals;
  }

  #step(opcode: number): void {
    switch (opcode) {
      case BLOCK:
        return this.#open(1);
      case LOOP:
        return this.#open(LOOP_WEIGHT);
      case IF:
        this.#change(-1);
        return this.#open(1);
      case ELSE: {
        const { floor, signature } = this.#top();
        this.#height = floor + signature.takes;
        return this.#branch(1);
      }
      case END: {
        const { floor, signature } = this.#top();
        this.#blocks.pop();
        this.#height = floor + signature.gives;
        return;
      }
      case BRANCH_IF:
        this.#change(-1);
        this.#reader.skipNumber();
        return this.#branch(1);
      case BRANCH:
        this.#reader.skipNumber();
        return this.#branch(1);
      case BRANCH_TABLE: {
        const targets = this.#reader.number() + 1;
        for (let left = targets; left > 0; left--) this.#reader.skipNumber();
        return this.#branch(targets);
      }
      case UNREACHABLE:
      case RETURN:
        return this.#branch(1);
      case CALL:
        return this.#call(this.#functionType(this.#reader.number()), 0);
      case CALL_INDIRECT: {
        const signature = this.#type(this.#reader.number());
        this.#reader.skipNumber();
        return this.#call(signature, 1);
      }
      case SELECT_TYPED:
        for (let left = this.#reader.number(); left > 0; left--)
          if (!this.#isValue(this.#reader.byte())) throw refused("it must select plain values");
        this.#price += INSTRUCTION_PRICE;
        return this.#change(-2);
      default:
        this.#price += INSTRUCTION_PRICE;
        return this.#change(readPlainInstruction(this.#reader, opcode));
    }
  }

  #open(weight: number): void {
    const signature = this.#blockType();
    this.#blocks.push({ floor: Math.max(this.#top().floor, this.#height - signature.takes), signature });
    this.#branch(weight);
  }

  #blockType(): Signature {
    const start = this.#reader.at;
    const byte = this.#reader.byte();
    if (byte === EMPTY_BLOCK) return NOTHING;
    if (this.#isValue(byte)) return ONE_VALUE;
    this.#reader.at = start;
    return this.#type(this.#reader.number());
  }

  #branch(weight: number): void {
    this.#price += weight * (this.#locals + this.#height + 1);
  }

  #call({ takes, gives }: Signature, operands: number): void {
    this.#price += CALL_PRICE + takes + gives;
    this.#change(gives - takes - operands);
  }

  /** What was pushed behind an unconditional branch is never there, and may be taken all the same. */
  #change(growth: number): void {
    this.#height = Math.max(this.#top().floor, this.#height + growth);
  }

  #top(): Block {
    const block = this.#blocks.at(-1);
    if (block === undefined) throw refused("it ends a block that it did not begin");
    return block;
  }

  #functionType(index: number): Signature {
    const type = this.#signatures.functions[index];
    if (type === undefined) throw refused(`it names function ${index}, which it does not have`);
    return this.#type(type);
  }

  #type(index: number): Signature {
    const type = this.#signatures.types[index];
    if (type === undefined) throw refused(`it names type ${index}, which it does not have`);
    return type;
  }
}
