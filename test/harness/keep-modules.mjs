import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { MetadataDiscovery, Platform } from "@mikro-orm/core";
import Runtime from "jest-runtime";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../..", import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
/** Excludes packages that report which file they run in, or that may be set up only once per process. */
const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  .filter((name) => !/jest|temporal|protobuf/.test(name))
  .concat("@temporalio/client", "@temporalio/common", "@temporalio/proto");
/** The product's own floors, without the modules that start a Temporal worker: there is one worker per process. */
const floors = new RegExp(
  `^${root}(?:(?:contract|rules|db|config|activities|api)/.*|workers/[^/]+)\\.ts$`,
);

/** The state that the files of a worker share. If each file loaded this module separately, none would share it. */
const SHARED = `${root}test/harness/worker-parts.ts`;

/**
 * The modules with which Jest compares, prints and counts. Their state about the current file lives in a global or is
 * passed to them, so they can be shared.
 */
const EXPECTATIONS = new Set([
  "@jest/expect",
  "expect",
  "jest-each",
  "jest-matcher-utils",
  "jest-message-util",
  "jest-snapshot",
  "jest-util",
  "p-limit",
  "pretty-format",
  "pure-rand",
  "stack-utils",
]);

// To tear down the heap of a worker takes half a second, after which Jest would end it by force and warn of a leak.
if (process.send !== undefined) process.once("beforeExit", () => process.exit());

/** Modules that this process has loaded, by package name or file path. */
const loaded = new Map();

/**
 * Loads a test file and its helpers afresh for each file, as Jest does. Packages and the product's own modules are
 * loaded once per process, by Node itself: loading them took most of a file's time. Jest treats them as built-in
 * modules of Node, which it shares among files. A test that mocks one of the product's modules loads the whole
 * product afresh.
 */
export default function KeepModules(...options) {
  const runtime = new Runtime(...options);
  const testPath = options[6];
  const mocks = readFileSync(testPath, "utf8").includes("unstable_mockModule");
  const isKept = (name) =>
    isPackage(name) || bare(name) === SHARED || (!mocks && floors.test(bare(name)));
  const found = (from, to) => {
    if (isPackage(to)) return to;
    const path = to.startsWith(".") ? resolve(dirname(from), to) : to;
    return isKept(path) ? path : undefined;
  };
  const { _resolution: resolution, coreModule: core, esmLoader } = runtime;
  takeOver(
    runtime,
    "requireInternalModule",
    (get) => (from, to) => (EXPECTATIONS.has(to) ? createRequire(from)(to) : get(from, to)),
  );
  takeOver(resolution, "isCoreModule", (is) => (name) => isKept(name) || is(name));
  takeOver(core, "require", (get) => (name) => (isKept(name) ? loadOnce(bare(name)) : get(name)));
  for (const name of ["resolveEsm", "resolveEsmAsync"])
    takeOver(resolution, name, (find) => (from, to) => found(from, to) ?? find(from, to));
  takeOver(
    esmLoader,
    "resolveForImportMeta",
    (find) => (from, to) => (isPackage(to) ? import.meta.resolve(to) : find(from, to)),
  );
  return runtime;
}

function takeOver(object, name, make) {
  object[name] = make(object[name].bind(object));
}

const bare = (name) => name?.replace(/^node:/, "") ?? "";

function isPackage(specifier) {
  const name = bare(specifier);
  return packages.some((of) => name === of || name.startsWith(`${of}/`));
}

function loadOnce(name) {
  if (!loaded.has(name)) {
    loaded.set(
      name,
      require(name.startsWith("/") ? name : fileURLToPath(import.meta.resolve(name))),
    );
  }
  return loaded.get(name);
}

/**
 * Discovered entities, by the first entity of the list. Each file opens databases, and discovering the same entities
 * again took a third of the time of opening one.
 */
const discovered = new WeakMap();
const { init } = Platform.prototype;
const { discoverSync } = MetadataDiscovery.prototype;
let opening;

Platform.prototype.init = function noteOpening(orm) {
  opening = orm;
  return init.call(this, orm);
};

MetadataDiscovery.prototype.discoverSync = function discoverOnce() {
  const [first] = opening.config.get("entities");
  const known = discovered.get(first) ?? discoverSync.call(this);
  discovered.set(first, known);
  return known;
};

const exportsOf = (module) =>
  module[Symbol.toStringTag] === "Module" ? module : { ...module, default: module };

/** Everything runs in this process's own realm, so shared objects have the same prototypes. */
const here = ({ context: _context, parsingContext: _parsingContext, ...options }) => options;

vm.SourceTextModule = new Proxy(vm.SourceTextModule, {
  construct: (target, [text, options], made) =>
    Reflect.construct(target, [text, here(options)], made),
});
vm.compileFunction = new Proxy(vm.compileFunction, {
  apply: (target, self, [text, names, options]) =>
    Reflect.apply(target, self, [text, names, here(options)]),
});
vm.SyntheticModule = new Proxy(vm.SyntheticModule, {
  construct(target, [names, body, options], made) {
    const kept = loaded.get(bare(options.identifier));
    if (kept === undefined) return Reflect.construct(target, [names, body, here(options)], made);
    const entries = Object.entries(exportsOf(kept));
    const setAll = function setAll() {
      for (const [name, value] of entries) this.setExport(name, value);
    };
    return Reflect.construct(target, [entries.map(([name]) => name), setAll, here(options)], made);
  },
});
