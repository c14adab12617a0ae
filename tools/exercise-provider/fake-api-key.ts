import { createHash } from "node:crypto";

/** The key of a data folder's fake provider, derived so that nobody has to choose one. */
export function fakeApiKey(dataDir: string): string {
  return `ym_${createHash("sha256").update(dataDir).digest("hex").slice(0, 32)}`;
}
