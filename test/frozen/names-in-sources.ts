import { callsOf, elementsOf, importsFrom, literalsIn, propertiesOf } from "./find-in-sources.ts";
import { hashedTexts, jsonKeys } from "./stored-texts.ts";
import {
  asNode,
  eachNode,
  isNode,
  literalText,
  nameOf,
  parseSources,
  type ParsedSource,
} from "./parse-sources.ts";

/** Names found in the source text, by category; each list is sorted and free of duplicates. */
export function namesInSources(): Readonly<Record<string, readonly string[]>> {
  const product = parseSources(/^(?:contract|rules|db|activities|workflows|api|workers)\//);
  const processes = parseSources(
    /^(?:workers|api|activities|tools|test\/harness|db)\/|^test\/.*\.ts$/,
  );
  return {
    messages: sorted(definedMessages(product)),
    activities: sorted(activityNames(product)),
    environment: sorted(environmentNames(processes)),
    metrics: sorted(metricNames(product)),
    log: sorted(logLines(product)),
    hashedOrLocked: sorted(hashedTexts(product)),
    jsonColumns: sorted(jsonKeys(product)),
  };
}

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted();

/** Signals, queries and updates that workflows define. */
function* definedMessages(sources: readonly ParsedSource[]) {
  for (const { name, args } of callsOf(sources, /^define(?:Signal|Query|Update)$/)) {
    yield `${name.replace("define", "").toLowerCase()} ${literalText(args[0]) ?? "?"}`;
  }
  // A patch id may come from a table, so every literal that looks like one counts in a file that calls `patched`.
  const patching = sources.filter((source) => !callsOf([source], /^patched$/).next().done);
  for (const literal of literalsIn(patching)) {
    if (/^[a-z]+(?:-[a-z]+)+$/.test(literal)) yield `patch ${literal}`;
  }
}

/** Activities of scheduled workflows: the functions that each `create…Activities` returns. */
function* activityNames(sources: readonly ParsedSource[]) {
  for (const { nodes } of sources) {
    const names: string[] = [];
    for (const node of nodes) {
      if (node.type !== "FunctionDeclaration") continue;
      if (!/^create\w*Activities$/.test(nameOf(node["id"]) ?? "")) continue;
      eachNode(asNode(node["body"]), (inside) => {
        if (inside.type !== "ReturnStatement" || !isNode(inside["argument"])) return;
        names.push(...propertiesOf(inside["argument"]).map(([name]) => name));
      });
    }
    yield* names;
  }
}

const VARIABLE = /^(?:[A-Z][A-Z0-9]*_)+[A-Z0-9]+$/;

/** Environment variables: the fields of the configuration, and whatever is read from `process.env`. */
function* environmentNames(sources: readonly ParsedSource[]) {
  for (const { path, nodes } of sources) {
    const names: string[] = [];
    const note = (name: string | null) => {
      if (name !== null && VARIABLE.test(name)) names.push(name);
    };
    for (const node of nodes) {
      if (node.type === "Property" && path.startsWith("workers/config/")) note(nameOf(node["key"]));
      if (node.type !== "MemberExpression") continue;
      const object = asNode(node["object"]);
      const holder = nameOf(object.type === "MemberExpression" ? object["property"] : object);
      if (holder === "env" || holder === "surroundings") note(nameOf(node["property"]));
    }
    yield* names;
  }
}

/** Metrics: literals that look like metric names, in files that create metrics. */
function* metricNames(sources: readonly ParsedSource[]) {
  const makers = sources.filter((source) => importsFrom(source, /^prom-client$/));
  for (const literal of literalsIn(makers)) {
    if (/^\*?[a-z]+(?:_[a-z*]+)+$/.test(literal)) yield literal;
  }
  for (const { args } of callsOf(makers, /^(?:Gauge|Counter|Histogram)$/)) {
    const [labels = []] = propertiesOf(args[0]).flatMap(([key, value]) =>
      key === "labelNames" ? [elementsOf(value)] : [],
    );
    for (const label of labels) yield `label ${label}`;
  }
}

/** Fields and messages of log lines. */
function* logLines(sources: readonly ParsedSource[]) {
  const levels = /^(?:fatal|error|warn|info|debug|trace)$/;
  for (const { args, callee } of callsOf(sources, levels)) {
    if (callee.type !== "MemberExpression") continue;
    const object = asNode(callee["object"]);
    const holder = nameOf(object.type === "MemberExpression" ? object["property"] : object);
    if (holder === null || !/log$/i.test(holder)) continue;
    for (const [key] of propertiesOf(args[0])) yield `field ${key}`;
    for (const arg of args) {
      const message = literalText(arg);
      if (message !== null) yield message;
    }
  }
}
