import vm from "node:vm";

/** Modules that this process has compiled: the source text and V8's code for it. */
const compiled = new Map();

/**
 * Every test file loads its modules afresh, and would compile the same texts again. From now on this process compiles
 * each text once and reuses the code; module bodies still run in every file.
 */
export function compileOnce() {
  vm.SourceTextModule = new Proxy(vm.SourceTextModule, { construct: compileOrTake });
  vm.compileFunction = new Proxy(vm.compileFunction, { apply: compileOrTakeFunction });
}

/** Jest's own modules, and those of packages that are not cached. */
function compileOrTakeFunction(target, self, [text, names, options]) {
  const known = compiled.get(options?.filename);
  if (known?.text === text) {
    return Reflect.apply(target, self, [text, names, { ...options, cachedData: known.code }]);
  }
  const made = Reflect.apply(target, self, [text, names, { ...options, produceCachedData: true }]);
  if (options?.filename !== undefined && made.cachedData !== undefined) {
    compiled.set(options.filename, { text, code: made.cachedData });
  }
  return made;
}

function compileOrTake(target, [text, options], newTarget) {
  const known = compiled.get(options.identifier);
  if (known?.text === text) {
    return Reflect.construct(target, [text, { ...options, cachedData: known.code }], newTarget);
  }
  const module = Reflect.construct(target, [text, options], newTarget);
  compiled.set(options.identifier, { text, code: module.createCachedData() });
  return module;
}
