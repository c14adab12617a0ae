import { format } from "oxfmt";
import * as z from "zod";
import { operationDeclarations } from "./operation-declarations.ts";
import { type Declaration, declarationOf, OPEN } from "./print-type.ts";
import { WIRE_ROOTS } from "./wire-roots.ts";

/** Text of each file of `device/wire/`, by its path, from the OpenAPI document. */
export async function wireTypes(document: unknown): Promise<ReadonlyMap<string, string>> {
  const { components, "x-operation-types": versions } = documentSchema.parse(document);
  const named = new Map<string, Declaration>([["Open", OPEN]]);
  for (const [name, schema] of Object.entries(components.schemas))
    named.set(name, declarationOf(name, schema));
  for (const declaration of operationDeclarations(components.schemas, versions))
    named.set(declaration.name, declaration);
  const homes = new Map<string, string>();
  const texts: [string, Promise<string>][] = [];
  for (const [file, roots] of Object.entries(WIRE_ROOTS)) {
    const own = reached(roots, named).filter(({ name }) => !homes.has(name));
    for (const { name } of own) homes.set(name, file);
    texts.push([`device/wire/${file}.ts`, printFile(file, own, homes)]);
  }
  const printed = texts.map(async ([path, text]) => [path, await text] as const);
  return new Map(await Promise.all(printed));
}

/** The declarations that some names need, depth first. */
function reached(
  roots: readonly string[],
  named: ReadonlyMap<string, Declaration>,
  found = new Set<Declaration>(),
): readonly Declaration[] {
  for (const root of roots) {
    const declaration = named.get(root);
    if (declaration === undefined) throw new Error(`The API has no schema ${root}`);
    if (found.has(declaration)) continue;
    found.add(declaration);
    reached(declaration.references, named, found);
  }
  return [...found];
}

async function printFile(
  file: string,
  own: readonly Declaration[],
  homes: ReadonlyMap<string, string>,
): Promise<string> {
  const foreign = new Set(own.flatMap(({ references }) => references)).values();
  const byHome = Map.groupBy(foreign, (name) => homes.get(name) ?? file);
  byHome.delete(file);
  const imports = [...byHome].map(
    ([home, names]) => `import type { ${names.toSorted().join(", ")} } from "./${home}.ts";`,
  );
  const parts = [HEAD, imports.join("\n"), ...own.map(({ text }) => text)];
  const { code, errors } = await format(`${file}.ts`, parts.join("\n\n"), { printWidth: 100 });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join()}`);
  return code;
}

const HEAD = "// Generated from the API by `npm run device:types`.";

const documentSchema = z.object({
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  "x-operation-types": z.array(
    z.object({ operationType: z.string(), operationVersion: z.int(), payload: z.unknown() }),
  ),
});
