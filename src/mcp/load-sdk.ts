import type * as server from "@modelcontextprotocol/server";
import type * as stdio from "@modelcontextprotocol/server/stdio";
import { NAME, PtywrightError } from "../base/index.js";

const PACKAGE = "@modelcontextprotocol/server";

export type Sdk = typeof server & typeof stdio;

/** The SDK, which is not part of every installation. */
export async function loadSdk(): Promise<Sdk> {
  try {
    const [protocol, transport] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]);
    return { ...protocol, ...transport };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new PtywrightError(
      "unsupported_on_platform",
      `${NAME} mcp needs the package ${PACKAGE}, which is not installed; install it beside ${NAME}: npm install ${PACKAGE}@2`,
      { cause: error },
    );
  }
}
