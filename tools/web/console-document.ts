import * as z from "zod";

/**
 * Keeps the part of an OpenAPI document that the console needs: paths for coaches and support, their successful
 * answers, and the schemas of these. Prose goes, because types need none; refusals all have the form of a problem.
 */
export function consoleDocument(document: unknown): unknown {
  const { paths, components, ...rest } = documentSchema.parse(document);
  const kept = Object.fromEntries(
    Object.entries(paths)
      .filter(([path]) => !FOREIGN.test(path))
      .map(([path, operations]) => [path, withoutRefusals(operations)]),
  );
  const schemas = reachedSchemas(kept, components.schemas);
  const { parameters, headers } = components;
  return withoutProse({ ...rest, paths: kept, components: { schemas, parameters, headers } });
}

const open = z.record(z.string(), z.unknown());
const documentSchema = z.looseObject({
  paths: z.record(z.string(), open),
  components: z.looseObject({ schemas: open, parameters: open, headers: open }),
});
const operationSchema = z.looseObject({ responses: open });

/** Paths of apps, of other systems, and of large files. */
const FOREIGN = /^\/api\/v1\/(?:client\/|client-onboarding\/|internal\/|uploads\/|push-tokens)/;

function withoutRefusals(operations: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(
    Object.entries(operations).map(([method, found]) => {
      const operation = operationSchema.safeParse(found);
      if (!operation.success) return [method, found];
      const responses = Object.entries(operation.data.responses);
      const answers = responses.filter(([status]) => /^[23]/.test(status));
      return [method, { ...operation.data, responses: Object.fromEntries(answers) }];
    }),
  );
}

/** The schemas that some content names, directly or through others. */
function reachedSchemas(
  content: unknown,
  schemas: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const found = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name] ?? null);
    }
  };
  follow(content);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;
const PROSE: ReadonlySet<string> = new Set(["description", "summary", "example", "examples"]);

/** Leaves out prose, but no property or schema that is named like it. */
function withoutProse(part: unknown, isNames = false): unknown {
  if (Array.isArray(part)) return part.map((each) => withoutProse(each));
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).filter(([name]) => isNames || !PROSE.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, withoutProse(value, !isNames && NAMES.has(name))]),
  );
}

/** Keywords whose members are names. */
const NAMES: ReadonlySet<string> = new Set(["properties", "schemas", "paths", "responses"]);
