import { join } from "node:path";
import { ensureBundle } from "../../../workers/worker/ensure-bundle.ts";

/** The workflow bundle of the present sources, built once for all test files. */
export function testBundle(): Promise<string> {
  return ensureBundle(join(import.meta.dirname, "../../../node_modules/.cache/sideline"));
}
