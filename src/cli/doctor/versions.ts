import { NAME, OLDEST_NODE, VERSION } from "../../base/index.js";
import { nativeVersions } from "../../core/pty/index.js";
import type { Finding } from "./finding.js";

export function nodeVersion(version = process.versions.node): Finding {
  const [major, minor] = version.split(".").map(Number);
  const [oldest, its] = OLDEST_NODE.split(".").map(Number);
  const ok = major > oldest || (major === oldest && minor >= its);
  return {
    name: "node",
    ok,
    detail: `${NAME} ${VERSION} on Node ${version}, ${process.platform}-${process.arch}`,
    advice: ok ? undefined : `install Node ${OLDEST_NODE} or newer`,
  };
}

/** The part that is native code comes in a package for each platform. */
export function nativePart(): Finding {
  const name = "native part";
  const platform = `${process.platform}-${process.arch}`;
  try {
    const { name: binding, version, native } = nativeVersions();
    const ok = version === native;
    const detail = `${binding} ${version} for ${platform}${ok ? "" : `, whose native package is ${native}`}`;
    return { name, ok, detail, advice: ok ? undefined : "install again, so that both have the same version: npm ci" };
  } catch {
    const advice = "install again without --omit=optional; if this platform is not supported, say so in an issue";
    return { name, ok: false, detail: `there is none for ${platform}`, advice };
  }
}
