import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, buildSync } from "esbuild";

/** Entry points of what a client's app decides, sorts, sums up and checks by itself, with the server's own code. */
export const CLIENT_RULES = [
  "contract/agenda/order-agenda.ts",
  "contract/canonical-form.ts",
  "contract/sync/local-state.ts",
  "contract/sync/purge-reach.ts",
  "contract/sync/receipts/verify-chain.ts",
  "contract/sync/slice-digest.ts",
  "contract/workouts/draft-status.ts",
  "rules/agenda/completion-summary.ts",
  "rules/agenda/summarise-day.ts",
  "rules/quick-log/actions/action-rules.ts",
  "rules/quick-log/decide-quick-log.ts",
  "rules/workouts/compare-packages.ts",
  "rules/workouts/decide-session.ts",
];

/** Globals of Node and of browsers that Hermes lacks. `Intl`, `TextEncoder` and the library of ECMAScript it has. */
const FOREIGN = (
  "process Buffer global require module exports __dirname __filename setImmediate clearImmediate " +
  "document window self navigator location localStorage sessionStorage indexedDB caches " +
  "crypto structuredClone TextDecoder WebAssembly Worker SharedArrayBuffer Atomics Temporal Iterator " +
  "Blob File FileReader ReadableStream WritableStream CompressionStream BroadcastChannel MessageChannel"
).split(" ");
/** Methods of ECMAScript that releases of Hermes lack: an app's build has to add them. */
const NEWER =
  /(?<=\.)(?:toSorted|toReversed|toSpliced|groupBy|union|intersection|difference|isSubsetOf|fromAsync|withResolvers)(?=\()/g;
const MARK = "foreign_global_";

/**
 * Bundles some files into one minified module, as an app's bundler would. The result has its gzipped size, the packages
 * and Node modules that it reaches, globals that Hermes lacks, and methods that some releases lack.
 */
export function bundleRules(entries) {
  const { outputFiles, metafile } = buildSync({
    stdin: {
      contents: entries.map((entry, at) => `export * as entry${at} from "./${entry}";`).join("\n"),
      resolveDir: path.join(import.meta.dirname, ".."),
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    // Marks only names that are not declared: neither local variables nor properties.
    define: Object.fromEntries(FOREIGN.map((name) => [name, `${MARK}${name}`])),
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const [{ contents, text }] = outputFiles;
  const foreign = text.matchAll(new RegExp(`\\b${MARK}(\\w+)`, "g"));
  return {
    bytes: gzipSync(contents).length,
    packages: packagesOf(metafile.inputs),
    foreign: [...new Set(Array.from(foreign, ([, name]) => name))],
    newer: [...new Set(text.match(NEWER) ?? [])].toSorted(),
  };
}

/**
 * Gzipped bytes of the device library at an app's start. They exclude the server's rules, packages, and parts that load
 * on first use.
 */
export async function deviceCoreBytes() {
  const { outputFiles } = await build({
    entryPoints: ["device/index.ts"],
    absWorkingDir: path.join(import.meta.dirname, ".."),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    packages: "external",
    plugins: [
      { name: "core", setup: (bundler) => bundler.onResolve({ filter: /^\./ }, outsideCore) },
    ],
    write: false,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0].contents).length;
}

const outsideCore = ({ path: to, kind }) =>
  kind === "dynamic-import" || /\/(?:contract|rules)\//.test(to)
    ? { path: to, external: true }
    : null;

function packagesOf(inputs) {
  const files = Object.keys(inputs).filter((file) => file.includes("node_modules/"));
  const bundled = files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)[1]);
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const external = imports.filter((one) => one.external).map((one) => one.path);
  return [...new Set([...bundled, ...external])];
}
