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

/** Calls of a function or method by its name, with their arguments. */
export function* callsOf(sources: readonly ParsedSource[], called: RegExp) {
  for (const { nodes } of sources) {
    for (const node of nodes) {
      if (node.type !== "CallExpression" && node.type !== "NewExpression") continue;
      const callee = asNode(node["callee"]);
      const name = nameOf(callee.type === "MemberExpression" ? callee["property"] : callee);
      if (name === null || !called.test(name)) continue;
      const args = Array.isArray(node["arguments"]) ? node["arguments"].filter(isNode) : [];
      yield { name, args, callee };
    }
  }
}

/** Top-level declarations of the files by name: bodies of types and functions, values of constants. */
export function declarationsOf(
  sources: readonly ParsedSource[],
  paths: RegExp,
): ReadonlyMap<string, readonly SyntaxNode[]> {
  const statements = sources
    .filter(({ path }) => paths.test(path))
    .flatMap(({ program }) => childrenOf(program));
  const declared = statements.flatMap((statement) => {
    const found = isNode(statement["declaration"]) ? statement["declaration"] : statement;
    return declaredBy(found);
  });
  const byName = Map.groupBy(declared, ([name]) => name);
  return new Map([...byName].map(([name, parts]) => [name, parts.map(([, body]) => body)]));
}

function declaredBy(found: SyntaxNode): readonly Named[] {
  switch (found.type) {
    case "FunctionDeclaration":
      return named(found["id"], [found["body"]]);
    case "TSTypeAliasDeclaration":
      return named(found["id"], [found["typeAnnotation"]]);
    case "TSInterfaceDeclaration": {
      const heritage = childrenOf(found).filter(({ type }) => type === "TSInterfaceHeritage");
      return named(found["id"], [found["body"], ...heritage]);
    }
    case "VariableDeclaration":
      return childrenOf(found).flatMap((one) => named(one["id"], [one["init"]]));
    default:
      return [];
  }
}

type Named = readonly [name: string, node: SyntaxNode];

function named(id: unknown, bodies: readonly unknown[]): Named[] {
  const name = nameOf(id);
  return name === null ? [] : bodies.filter(isNode).map((body) => [name, body]);
}

/** Whether a file imports from a module. */
export const importsFrom = ({ program }: ParsedSource, module: RegExp) =>
  childrenOf(program).some(
    (node) => node.type === "ImportDeclaration" && module.test(literalText(node["source"]) ?? ""),
  );

/** String literals of the files, without those in imports and types. */
export function* literalsIn(sources: readonly ParsedSource[]) {
  for (const { program } of sources) {
    const found: string[] = [];
    for (const statement of childrenOf(program)) {
      if (statement.type === "ImportDeclaration") continue;
      eachNode(statement, (node) => {
        const text = literalText(node);
        if (text !== null) found.push(text);
      });
    }
    yield* found;
  }
}

/** Properties of an object literal whose names are written out (not computed), with their values. */
export function propertiesOf(node: SyntaxNode | undefined): readonly Named[] {
  if (node?.type !== "ObjectExpression") return [];
  return childrenOf(node).flatMap((property) => named(property["key"], [property["value"]]));
}

/** The texts of an array literal. */
export const elementsOf = (node: SyntaxNode): readonly string[] =>
  childrenOf(node).flatMap((element) => literalText(element) ?? []);
