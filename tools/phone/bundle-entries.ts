import { basename, join } from "node:path";
import { type BuildOptions, type Plugin, build } from "esbuild";
import { TUS_ALIASES } from "./tus-aliases.ts";

/** Bundles entries of the page for browsers. Throws with the bundler's message if one is missing or faulty. */
export async function bundleEntries(options: EntryOptions): Promise<BundledEntries> {
  const { source, entries, define = {}, isScript = false, plugins = [] } = options;
  const built = await build({
    ...(isScript ? SCRIPT : MODULES),
    ...BOTH,
    absWorkingDir: source,
    plugins: [...plugins],
    entryPoints: entries.map((entry) => join(source, entry)),
    define: {
      "process.env.NODE_ENV": JSON.stringify("production"),
      ...Object.fromEntries(
        Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
    },
  });
  const files = built.outputFiles.map(({ path, contents }) => ({
    name: basename(path),
    bytes: contents,
  }));
  const names = new Map<string, string>();
  const styles: string[] = [];
  for (const [path, { entryPoint, cssBundle }] of Object.entries(built.metafile.outputs)) {
    if (entryPoint !== undefined) names.set(entryPoint, basename(path));
    if (cssBundle !== undefined) styles.push(basename(cssBundle));
  }
  const nameOf = (entry: string) => {
    const name = names.get(entry);
    if (name === undefined) throw new Error(`The bundler made no file of ${entry}.`);
    return name;
  };
  return { files, styles, find: (entry) => names.get(entry) ?? null, nameOf };
}

interface EntryOptions {
  readonly source: string;
  /** Paths in the source. */
  readonly entries: readonly string[];
  /** Values that stand for names in the source. */
  readonly define?: Readonly<Record<string, unknown>>;
  /** One classic script with a fixed name, as browsers register a service worker; else modules with hashed names. */
  readonly isScript?: boolean;
  readonly plugins?: readonly Plugin[];
}

/** A file of the built page. */
export interface PhoneFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Output of the bundler. */
export interface BundledEntries {
  readonly files: readonly PhoneFile[];
  /** Styles that entries import, which a page must link itself. */
  readonly styles: readonly string[];
  readonly find: (entry: string) => string | null;
  /** The built name of an entry. Throws if it was not an entry. */
  readonly nameOf: (entry: string) => string;
}

const NAMES = "[name]-[hash]";
const MODULES = {
  format: "esm",
  // A dynamic import becomes a file of its own, which loads on demand.
  splitting: true,
  entryNames: NAMES,
  chunkNames: NAMES,
  assetNames: NAMES,
} as const satisfies BuildOptions;
const SCRIPT = { format: "iife", entryNames: "[name]" } as const satisfies BuildOptions;

const BOTH = {
  alias: TUS_ALIASES,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  outdir: "built",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  jsx: "automatic",
  logLevel: "silent",
  loader: { ".svg": "file", ".png": "file", ".woff2": "file" },
} as const satisfies BuildOptions;
