import * as z from "zod";
import { PROOF_MINUTES } from "../../contract/accounts/vocabulary.ts";
import { READ_POSITION_HEADER } from "../../contract/read-position.ts";
import { bodySchemaOf, goesByTag, isFromStandby, needsIdempotencyKey } from "../http/codes-of.ts";
import type { Endpoint } from "../endpoint.ts";
import { answersOf } from "./answers.ts";
import { exampleOf } from "./example-of.ts";
import { type Json, bytesOf, propertiesOf } from "./openapi-schema.ts";
import type { SchemaBook } from "./schema-book.ts";

import { DEFAULT_BODY_LIMIT } from "../http/body/read-body.ts";

/** OpenAPI operation of a route. */
export function operationOf(endpoint: Endpoint, book: SchemaBook): Json {
  const body = bodySchemaOf(endpoint);
  return {
    operationId: endpoint.name,
    ...(endpoint.room !== undefined && { tags: [endpoint.room] }),
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    "x-source": endpoint.source,
    security: isOpen(endpoint) ? [] : [{ bearer: [] }],
    parameters: parametersOf(endpoint, book),
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: {
          [mediaTypeOf(endpoint)]: { schema: book.input(body), example: exampleOf(body, "input") },
        },
      },
    }),
    ...(endpoint.kind === "stream" &&
      endpoint.bodyContentType !== undefined && {
        requestBody: {
          required: true,
          content: bytesOf([endpoint.bodyContentType]),
        },
      }),
    responses: answersOf(endpoint, book),
  };
}

const isOpen = ({ access }: Endpoint) => access === "anonymous" || access === "provider";

const mediaTypeOf = ({ bodyType }: Endpoint) =>
  bodyType === "form" ? "application/x-www-form-urlencoded" : "application/json";

function descriptionOf(endpoint: Endpoint): string {
  const kilobytes = (endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT) / 1024;
  const lines = [`${endpoint.summary}.`, ...effectsOf(endpoint)];
  lines.push(`Access: \`${endpoint.access}\`.`);
  if (endpoint.permission !== undefined) lines.push(`Permission: \`${endpoint.permission}\`.`);
  if (endpoint.surfaces !== undefined) lines.push(`Apps: ${endpoint.surfaces.join(", ")}.`);
  if (takesBytes(endpoint)) lines.push(`Body: at most ${kilobytes} KB.`);
  return lines.join(" ");
}

/** Sentences that follow from the kind of the route. */
function effectsOf(endpoint: Endpoint): string[] {
  const effects: string[] = [];
  if (endpoint.kind === "read") effects.push("It changes nothing.");
  if (endpoint.kind === "read" && endpoint.query !== undefined && "cursor" in fieldsOf(endpoint))
    effects.push("`nextCursor` leads to the next page.");
  if (goesByTag(endpoint)) effects.push("With the tag of a current copy it answers 304.");
  if (isFromStandby(endpoint))
    effects.push(
      `With the header \`${READ_POSITION_HEADER}\` of the console's latest answer, a standby may answer that is as far.`,
    );
  if (needsIdempotencyKey(endpoint))
    effects.push("Sent again with the same key, it does nothing and returns the first answer.");
  if (endpoint.kind === "act" && endpoint.follow !== undefined)
    effects.push("It answers 202 with a partial result while it goes on.");
  if (endpoint.kind === "act" && endpoint.needsFreshSignIn === true)
    effects.push(
      `It needs a sign-in of the last ${PROOF_MINUTES} minutes; otherwise 401 asks for one (RFC 9470).`,
    );
  if (endpoint.needsReason === true) effects.push("The reason is audited.");
  return effects;
}

const fieldsOf = ({ query }: Endpoint): Json => (query instanceof z.ZodObject ? query.shape : {});

const takesBytes = (endpoint: Endpoint) =>
  bodySchemaOf(endpoint) !== undefined ||
  (endpoint.kind === "stream" && endpoint.bodyContentType !== undefined);

function parametersOf(endpoint: Endpoint, book: SchemaBook): Json[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const inPath = sentProperties(endpoint.params, book);
  const examples = { ...examplesOf(endpoint.params), ...examplesOf(endpoint.query) };
  const inQuery = sentProperties(endpoint.query, book);
  const parameters: Json[] = names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: inPath.properties[name] ?? { type: "string", format: "uuid" },
    ...(name in examples && { example: examples[name] }),
  }));
  for (const [name, schema] of Object.entries(inQuery.properties)) {
    const required = inQuery.required.includes(name);
    const example = required ? { example: examples[name] } : {};
    parameters.push({ name, in: "query", required, schema, ...example });
  }
  if (endpoint.kind === "stream") {
    const { properties, required } = sentProperties(endpoint.requestHeaders, book);
    for (const [name, schema] of Object.entries(properties))
      parameters.push({ name, in: "header", required: required.includes(name), schema });
  }
  if (goesByTag(endpoint)) parameters.push(ref("IfNoneMatch"));
  if (needsIdempotencyKey(endpoint)) parameters.push(ref("IdempotencyKey"));
  if (endpoint.access.startsWith("relationship-")) parameters.push(ref("SelectedWorkspace"));
  if (endpoint.needsReason === true) parameters.push(ref("AccessReason"));
  return [...parameters, ref("RequestId")];
}

const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function examplesOf(schema: z.ZodType | undefined): Json {
  return schema === undefined
    ? {}
    : z.record(z.string(), z.unknown()).parse(exampleOf(schema, "input"));
}

function sentProperties(schema: z.ZodType | undefined, book: SchemaBook) {
  return propertiesOf(schema === undefined ? {} : book.input(schema));
}
