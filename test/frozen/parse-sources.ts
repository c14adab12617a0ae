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
}

/** Parses the TypeScript files whose path, relative to the root, matches. Throws on a syntax error. */
export function parseSources(matching: RegExp): readonly ParsedSource[] {
  return [...housePaths]
    .filter((path) => path.endsWith(".ts") && matching.test(path))
    .toSorted()
    .map((path) => {
      const { program, errors } = parseSync(path, textOf(path));
      if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
      return { path, program: asNode(program) };
    });
}

/** Calls `visit` for a node and every node below it, in source order. */
export function eachNode(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const child of childrenOf(node)) eachNode(child, visit);
}

/** The direct children of a node. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
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
