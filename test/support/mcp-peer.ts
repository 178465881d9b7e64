import "./home.js";
import assert from "node:assert/strict";
import { Client, type RequestOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { BIN } from "./command.js";
import type { Owner } from "./owner.js";

export interface Told {
  readonly text: string;
  /** In the words of the wire; undefined for an error. */
  readonly fields: Record<string, unknown> | undefined;
  readonly isError: boolean;
}

interface PeerOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Speaks the newer protocol, without a handshake. */
  readonly isModern?: boolean;
}

/** A `ptywright mcp` as the SDK's own client sees it. */
export class McpPeer {
  readonly client: Client;
  readonly #transport: StdioClientTransport;

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.#transport = transport;
  }

  static async start(t: Owner, { args = [], env = {}, cwd, isModern = false }: PeerOptions = {}): Promise<McpPeer> {
    const client = new Client({ name: "test", version: "1" }, isModern ? { versionNegotiation: { mode: "auto" } } : {});
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [BIN, "mcp", ...args],
      env: { ...(process.env as Record<string, string>), SHELL: "/bin/bash", ...env },
      stderr: "pipe",
      ...(cwd === undefined ? {} : { cwd }),
    });
    await client.connect(transport);
    t.after(() => client.close());
    return new McpPeer(client, transport);
  }

  get pid(): number {
    assert.ok(this.#transport.pid !== null);
    return this.#transport.pid;
  }

  /** The client checks the fields by the schema that the tool has announced. */
  async call(name: string, args: Record<string, unknown> = {}, options: RequestOptions = {}): Promise<Told> {
    const {
      content,
      structuredContent,
      isError = false,
    } = await this.client.callTool({ name, arguments: args }, options);
    assert.equal(content.length, 1);
    const [{ type }] = content;
    assert.equal(type, "text");
    const { text } = content[0] as { readonly text: string };
    return { text, fields: structuredContent as Told["fields"], isError };
  }

  /** The same for one that must not fail. */
  async done(name: string, args: Record<string, unknown> = {}, options: RequestOptions = {}): Promise<Told> {
    const told = await this.call(name, args, options);
    assert.equal(told.isError, false, told.text);
    return told;
  }

  /** The words of one that must fail. */
  async refused(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { isError, text } = await this.call(name, args);
    assert.equal(isError, true, text);
    return text;
  }
}
