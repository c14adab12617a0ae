import { z } from "zod";
import type { TestApi } from "../../harness/api.ts";

const parameterSchema = z.looseObject({
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
});
const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ parameters: z.array(parameterSchema) })),
  ),
});

/** Returns a function that says whether the OpenAPI document has a GET route for a path, query included. */
export async function documentedReads(api: TestApi): Promise<(path: string) => boolean> {
  const answer = await api.call("GET", "/api/v1/openapi.json");
  const { paths } = documentSchema.parse(answer.body);
  const reads = Object.entries(paths).flatMap(([template, { get }]) =>
    get === undefined ? [] : [{ template, parameters: get.parameters }],
  );
  return (path) => {
    const url = new URL(path, "http://localhost");
    return reads.some(
      ({ template, parameters }) =>
        isOfTemplate(url.pathname, template) && isOfQuery(url.searchParams, parameters),
    );
  };
}

function isOfTemplate(path: string, template: string): boolean {
  const [parts, wanted] = [path.split("/"), template.split("/")];
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) =>
      part.startsWith("{") ? (parts[index] ?? "") !== "" : part === parts[index],
    )
  );
}

function isOfQuery(
  search: URLSearchParams,
  parameters: readonly z.output<typeof parameterSchema>[],
): boolean {
  const known = parameters.filter((parameter) => parameter.in === "query");
  const names = new Set(known.map(({ name }) => name));
  const required = known.filter((parameter) => parameter.required === true);
  return (
    [...search.keys()].every((name) => names.has(name)) &&
    required.every(({ name = "" }) => search.has(name))
  );
}
