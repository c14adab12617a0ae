import { createHash } from "node:crypto";

/** The key of the fake provider of a data folder: nobody has to make one up. */
export function fakeApiKey(dataDir: string): string {
  return `ym_${createHash("sha256").update(dataDir).digest("hex").slice(0, 32)}`;
}
