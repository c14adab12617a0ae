import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "esbuild";
import type { PhoneFile } from "./bundle-entries.ts";

/** SQLite as WebAssembly, with the hash of its content in its name. Null if its package is not installed. */
export function sqliteFile(): PhoneFile | null {
  const path = findSqlite();
  if (path === null) return null;
  const bytes = readFileSync(path);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  return { name: PACKAGED.replace(".wasm", `-${hash}.wasm`), bytes };
}

/**
 * Makes the package of SQLite look for the hashed name beside the worker. The bundler must see the name: it is part of
 * the hash of the worker. The package offers no typed option for it.
 */
export function namingSqlite({ name }: PhoneFile): Plugin {
  return {
    name: "sqlite-name",
    setup(build) {
      build.onLoad({ filter: /sqlite-wasm[\\/]dist[\\/]index\.mjs$/ }, ({ path }) => ({
        contents: readFileSync(path, "utf8").replaceAll(`"${PACKAGED}"`, JSON.stringify(name)),
      }));
    },
  };
}

const PACKAGED = "sqlite3.wasm";

function findSqlite(): string | null {
  try {
    return createRequire(import.meta.url).resolve(`@sqlite.org/sqlite-wasm/${PACKAGED}`);
  } catch {
    return null;
  }
}
