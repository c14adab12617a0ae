import { z } from "zod";
import { PROBLEMS, type ProblemCode } from "../../contract/problem.ts";
import { bodySchemaOf, codesOf, needsIdempotencyKey } from "../http/codes-of.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Json, SchemaBook } from "./openapi-schema.ts";
import { DEFAULT_BODY_LIMIT } from "../http/read-body.ts";

/** OpenAPI operation of a route. */
export function operationOf(endpoint: Endpoint, book: SchemaBook): Json {
  const body = bodySchemaOf(endpoint);
  return {
    operationId: operationIdOf(endpoint),
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: isOpen(endpoint) ? [] : [{ bearer: [] }],
    parameters: parametersOf(endpoint, book),
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { [mediaTypeOf(endpoint)]: { schema: book.input(body) } },
      },
    }),
    ...(endpoint.kind === "stream" &&
      endpoint.bodyContentType !== undefined && {
        requestBody: {
          required: true,
          content: bytesOf([endpoint.bodyContentType]),
        },
      }),
    responses: { ...successOf(endpoint, book), ...problemsOf(endpoint) },
  };
}

const isOpen = ({ access }: Endpoint) => access === "anonymous" || access === "provider";

const mediaTypeOf = ({ bodyType }: Endpoint) =>
  bodyType === "form" ? "application/x-www-form-urlencoded" : "application/json";

/** `GET /api/v1/a/{bId}/c` -> `getAByBIdC`. */
function operationIdOf({ method, path }: Endpoint): string {
  const words = path
    .replace("/api/v1", "")
    .replaceAll(/\{(\w+)\}/g, "by-$1")
    .split(/[/-]/)
    .filter((word) => word !== "");
  return [
    method.toLowerCase(),
    ...words.map((word) => word[0]?.toUpperCase() + word.slice(1)),
  ].join("");
}

/** First part of the path: what the route is about. */
function tagOf({ path }: Endpoint): string {
  return path.replace("/api/v1", "").split("/")[1] ?? "";
}

function descriptionOf(endpoint: Endpoint): string {
  const kilobytes = (endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT) / 1024;
  const lines = [`${endpoint.source}.`, `Access: \`${endpoint.access}\`.`];
  if (endpoint.permission !== undefined) lines.push(`Permission: \`${endpoint.permission}\`.`);
  if (endpoint.surfaces !== undefined) lines.push(`Apps: ${endpoint.surfaces.join(", ")}.`);
  if (takesBytes(endpoint)) lines.push(`Body: at most ${kilobytes} KB.`);
  return lines.join(" ");
}

const takesBytes = (endpoint: Endpoint) =>
  bodySchemaOf(endpoint) !== undefined ||
  (endpoint.kind === "stream" && endpoint.bodyContentType !== undefined);

function parametersOf(endpoint: Endpoint, book: SchemaBook): Json[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const inPath = propertiesOf(endpoint.params, book);
  const inQuery = propertiesOf(endpoint.query, book);
  const parameters: Json[] = names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: inPath.properties[name] ?? { type: "string", format: "uuid" },
  }));
  for (const [name, schema] of Object.entries(inQuery.properties)) {
    parameters.push({ name, in: "query", required: inQuery.required.includes(name), schema });
  }
  if (endpoint.kind === "stream") {
    const { properties, required } = propertiesOf(endpoint.requestHeaders, book);
    for (const [name, schema] of Object.entries(properties))
      parameters.push({ name, in: "header", required: required.includes(name), schema });
  }
  if (needsIdempotencyKey(endpoint)) parameters.push(ref("IdempotencyKey"));
  if (endpoint.access.startsWith("relationship-")) parameters.push(ref("SelectedWorkspace"));
  if (endpoint.needsReason === true) parameters.push(ref("AccessReason"));
  return [...parameters, ref("RequestId")];
}

const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

function propertiesOf(schema: z.ZodType | undefined, book: SchemaBook) {
  return objectSchema.parse(schema === undefined ? {} : book.input(schema));
}

function successOf(endpoint: Endpoint, book: SchemaBook): Json {
  if (endpoint.kind === "stream") return streamedOf(endpoint, book);
  const envelope = {
    type: "object",
    additionalProperties: false,
    required: ["data", "meta"],
    properties: {
      data: book.output(endpoint.answer),
      meta: { $ref: "#/components/schemas/Meta" },
    },
  };
  const headers = {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    ...(needsIdempotencyKey(endpoint) && {
      "Idempotency-Replayed": { $ref: "#/components/headers/IdempotencyReplayed" },
    }),
  };
  const content = { "application/json": { schema: envelope } };
  return { [endpoint.status ?? 200]: { description: "Done", headers, content } };
}

/** Bytes of one of these types. */
function bytesOf(contentTypes: readonly string[]): Json {
  const schema = { type: "string", format: "binary" };
  return Object.fromEntries(contentTypes.map((contentType) => [contentType, { schema }]));
}

/** The answer of a protocol of its own is in its headers, and in bytes where it has any. */
function streamedOf(
  endpoint: Extract<Endpoint, { readonly kind: "stream" }>,
  book: SchemaBook,
): Json {
  const { status = 200, answerHeaders, answerContentTypes, furtherAnswers = {} } = endpoint;
  const { properties, required } = propertiesOf(answerHeaders, book);
  const own = Object.entries(properties).map(([name, schema]) => {
    return [name, { required: required.includes(name), schema }] as const;
  });
  const headers = {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    ...Object.fromEntries(own),
  };
  const content = answerContentTypes === undefined ? {} : { content: bytesOf(answerContentTypes) };
  const further = Object.entries(furtherAnswers).map(
    ([code, description]) => [code, { description, headers }] as const,
  );
  return { [status]: { description: "Done", headers, ...content }, ...Object.fromEntries(further) };
}

/** One response per status, naming its codes. */
function problemsOf(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => PROBLEMS[code].status);
  const entries = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(entries.map(([status, codes]) => [status, problemOf(status, codes)]));
}

function problemOf(status: number, codes: readonly ProblemCode[]): Json {
  const retries = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].detail}`).join("\n\n"),
    headers: {
      "X-Request-Id": { $ref: "#/components/headers/RequestId" },
      ...(retries && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
    },
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            { type: "object", properties: { code: { enum: codes } } },
          ],
        },
      },
    },
  };
}
