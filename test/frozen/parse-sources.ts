import { parseSync } from "oxc-parser";
import { housePaths, textOf } from "../docs/house-files.ts";

/** A node of a syntax tree (ESTree with TypeScript), limited to the fields read here. */
export interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface ParsedSource {
  readonly path: string;
  readonly program: SyntaxNode;
  /** All nodes of the tree in source order, the program first. */
  readonly nodes: readonly SyntaxNode[];
}

/** Parses the TypeScript files whose path, relative to the root, matches. Throws on a syntax error. */
export function parseSources(matching: RegExp): readonly ParsedSource[] {
  return [...housePaths]
    .filter((path) => path.endsWith(".ts") && matching.test(path))
    .toSorted()
    .map(parsed);
}

/** Files that were parsed before: a file may belong to several selections. */
const known = new Map<string, ParsedSource>();

function parsed(path: string): ParsedSource {
  const found = known.get(path) ?? parse(path);
  known.set(path, found);
  return found;
}

function parse(path: string): ParsedSource {
  const { program, errors } = parseSync(path, textOf(path));
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const root = asNode(program);
  const nodes: SyntaxNode[] = [];
  eachNode(root, (node) => nodes.push(node));
  return { path, program: root, nodes };
}

/** Calls `visit` for a node and every node below it, in source order. */
export function eachNode(node: SyntaxNode, visit: (node: SyntaxNode) => unknown): void {
  visit(node);
  for (const child of childrenOf(node)) eachNode(child, visit);
}

/** The direct children of a node. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const value of Object.values(node)) {
    if (!Array.isArray(value)) {
      if (isNode(value)) children.push(value);
      continue;
    }
    for (const element of value) if (isNode(element)) children.push(element);
  }
  return children;
}

/** Narrows a value to a node. Throws if it is not one. */
export function asNode(value: unknown): SyntaxNode {
  if (!isNode(value)) throw new TypeError("No node of a syntax tree");
  return value;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The text of a string literal, or of a template with `*` in place of each expression; null for other nodes. */
export function literalText(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type !== "TemplateLiteral" || !Array.isArray(node["quasis"])) return null;
  return node["quasis"].map((part: { value: { cooked: string } }) => part.value.cooked).join("*");
}

/** The name of a property, field or identifier that is written out; null for a computed one. */
export function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Identifier" && typeof node["name"] === "string") return node["name"];
  return node.type === "Literal" ? literalText(node) : null;
}
