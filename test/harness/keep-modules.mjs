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
/** Not what says of itself which file it runs in, or may be set up only once a process. */
const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
  (name) => !/jest|temporal|protobuf/.test(name),
);
/** The product's own floors, but what starts a worker of Temporal: one of them is made for a whole process. */
const floors = new RegExp(
  `^${root}(?:(?:contract|rules|db|config|activities|api)/.*|workers/[^/]+)\\.ts$`,
);

/** What the files of a worker share: it would be nobody's if each file loaded it anew. */
const SHARED = `${root}test/harness/shared-by-files.ts`;

/**
 * What Jest compares, prints and counts by. What it knows of the file that runs is no state of its modules, but a
 * global's, or handed over to them.
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

/** Modules as this process has loaded them, by the name of the package or the path of the file. */
const loaded = new Map();

/**
 * Loads a test file and its helpers anew for each file, as Jest does, but packages and the product's own modules
 * once a process, by Node itself: loading them all was most of a file's time. Jest takes them for modules of
 * Node's, which it gives to every file as well. A test that puts a module of its own in the product's place
 * gets all of the product anew.
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
 * The entities as they were discovered, by the first of them: each file opens databases, and finding out anew what the
 * same entities are was a third of what opening one costs.
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

/** Everything runs in this process's own realm, so what is shared with it is of the same kind. */
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
