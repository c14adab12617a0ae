import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type * as histories from "../play-history.ts";
import { GUARDS } from "./guards.ts";
import type { Guard } from "./types.ts";

const ROOT = new URL("../../../../", import.meta.url).href;

/** The library and the histories exist once for each guard; everything else exists once. */
const COPIED = [`${ROOT}device/`, `${ROOT}test/device/simulation/`];

/** Loads the histories over a copy of the library without the nth guard. The files in the tree stay as they are. */
export async function loadWithout(nth: number): Promise<typeof histories> {
  const url = new URL("../play-history.ts", import.meta.url);
  url.searchParams.set(QUERY, String(nth));
  const loaded: unknown = await import(url.href);
  if (isHistories(loaded)) return loaded;
  throw new TypeError("The module plays no histories");
}

const QUERY = "without";

function isHistories(loaded: unknown): loaded is typeof histories {
  return typeof loaded === "object" && loaded !== null && "playHistory" in loaded;
}

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const nth = nthIn(context.parentURL ?? "");
    if (nth === null || !COPIED.some((start) => resolved.url.startsWith(start))) return resolved;
    const url = new URL(resolved.url);
    url.searchParams.set(QUERY, nth);
    return { ...resolved, url: url.href };
  },
  load(url, context, next) {
    const guard = GUARDS[Number(nthIn(url) ?? -1)];
    if (guard === undefined || !url.startsWith(`${ROOT}${guard.file}?`)) return next(url, context);
    return { format: "module-typescript", source: sourceWithout(guard), shortCircuit: true };
  },
});

function nthIn(url: string): string | null {
  return URL.canParse(url) ? new URL(url).searchParams.get(QUERY) : null;
}

/** @throws if the guard is not in its file once: the table is out of date then. */
function sourceWithout({ file, text, without }: Guard): string {
  const source = readFileSync(fileURLToPath(`${ROOT}${file}`), "utf8");
  if (source.split(text).length !== 2) throw new Error(`${file} has the guard not once: ${text}`);
  return source.replace(text, () => without);
}
