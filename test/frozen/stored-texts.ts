import { callsOf, declarationsOf } from "./find-in-sources.ts";
import {
  asNode,
  childrenOf,
  eachNode,
  isNode,
  literalText,
  nameOf,
  type ParsedSource,
  type SyntaxNode,
} from "./parse-sources.ts";

/** Lock names and hash inputs: literals and keys in the arguments of such calls. */
export function* hashedTexts(sources: readonly ParsedSource[]) {
  for (const source of sources) {
    const calls = [...callsOf([source], HASHING)];
    if (calls.length === 0) continue;
    const declared = declarationsOf([source], /./);
    for (const { args } of calls) {
      for (const arg of args) yield* textsBehind(arg, declared, new Set());
    }
  }
}

const HASHING =
  /^(?:lockName|shareName|keyedHash|hash|update|canonicalForm|digestOf|fingerprintText)$/;

/** Literals and keys of an expression, and of the declarations it names in its own file. */
function textsBehind(
  expression: SyntaxNode,
  declared: ReadonlyMap<string, readonly SyntaxNode[]>,
  seen: Set<string>,
): string[] {
  const texts: string[] = [];
  eachNode(expression, (node) => {
    const text = literalText(node);
    // SQL statements may be reworded; their hashes have their own tests.
    if (text !== null && /^[^\n]{2,60}$/.test(text)) texts.push(text);
    const key = node.type === "Property" ? nameOf(node["key"]) : null;
    if (key !== null) texts.push(`key ${key}`);
    const name = node.type === "Identifier" ? nameOf(node) : null;
    if (name === null || seen.has(name)) return;
    seen.add(name);
    for (const found of declared.get(name) ?? []) texts.push(...textsBehind(found, declared, seen));
  });
  return texts;
}

/** Keys of JSON columns: every key that is written out in the types of their entities. */
export function jsonKeys(sources: readonly ParsedSource[]): Set<string> {
  const declared = declarationsOf(sources, /^(?:contract|rules|db)\//);
  const keys = new Set<string>();
  const seen = new Set<string>();
  const follow = (node: SyntaxNode): void => {
    // The name of a limit (`LIMITS.mostItems`) is not a stored key.
    if (/Function|MethodSignature/.test(node.type) || isConstantsMember(node)) return;
    // The keys that `keyof` and `keysOf` name are stored as values.
    if (node.type === "TSTypeOperator" && node["operator"] === "keyof") return;
    if (node.type === "CallExpression" && nameOf(node["callee"]) === "keysOf") return;
    if (node.type === "TSPropertySignature" || node.type === "Property") {
      const key = nameOf(node["key"]);
      if (key !== null) keys.add(key);
    }
    const name = node.type === "Identifier" ? nameOf(node) : null;
    if (name !== null && !seen.has(name)) {
      seen.add(name);
      for (const declaration of declared.get(name) ?? []) {
        if (declaration.type !== "BlockStatement") follow(declaration);
      }
    }
    for (const child of childrenOf(node)) {
      if (child !== node["key"] || node["computed"] === true) follow(child);
    }
  };
  for (const { nodes } of sources.filter(({ path }) => path.startsWith("db/"))) {
    for (const node of nodes) {
      if (node.type !== "CallExpression") continue;
      const callee = asNode(node["callee"]);
      if (callee.type !== "MemberExpression" || nameOf(callee["property"]) !== "json") continue;
      if (isNode(node["typeArguments"])) follow(node["typeArguments"]);
    }
  }
  return keys;
}

const isConstantsMember = (node: SyntaxNode) =>
  node.type === "MemberExpression" && /^[A-Z][A-Z0-9_]+$/.test(nameOf(node["object"]) ?? "");
