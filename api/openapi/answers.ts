import { PROBLEMS, type ProblemCode } from "../../contract/problems.ts";
import type { Endpoint } from "../endpoint.ts";
import { codesOf, goesByTag, needsIdempotencyKey } from "../http/codes-of.ts";
import { exampleOf } from "./example-of.ts";
import { bytesOf, type Json, propertiesOf } from "./openapi-schema.ts";
import type { SchemaBook } from "./schema-book.ts";

/** Responses of a route: its success, and one problem per status. */
export function answersOf(endpoint: Endpoint, book: SchemaBook): Json {
  return { ...successOf(endpoint, book), ...problemsOf(endpoint) };
}

function successOf(endpoint: Endpoint, book: SchemaBook): Json {
  if (endpoint.kind === "stream") return streamedOf(endpoint, book);
  const headers = {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    ...(needsIdempotencyKey(endpoint) && {
      "Idempotency-Replayed": { $ref: "#/components/headers/IdempotencyReplayed" },
    }),
  };
  const example = { data: exampleOf(endpoint.answer, "output"), meta: META_EXAMPLE };
  const content = { "application/json": { schema: book.envelope(endpoint.answer), example } };
  if (!goesByTag(endpoint)) {
    const goesOn = endpoint.kind === "act" && endpoint.follow !== undefined;
    return {
      [endpoint.status ?? 200]: { description: "Done", headers, content },
      ...(goesOn && { 202: { description: "Partial result; the rest follows", headers, content } }),
    };
  }
  const tagged = { ...headers, ETag: { $ref: "#/components/headers/ETag" } };
  return {
    200: { description: "Done", headers: tagged, content },
    304: { description: "The caller's copy is current", headers: tagged },
  };
}

const META_EXAMPLE = { requestId: "request-1", serverTime: "2026-01-05T08:00:05.123Z" };

/** Response of a stream route: its own headers and, if it has any, bytes. */
function streamedOf(
  endpoint: Extract<Endpoint, { readonly kind: "stream" }>,
  book: SchemaBook,
): Json {
  const { status = 200, answerHeaders, furtherAnswers = {} } = endpoint;
  const { properties, required } = propertiesOf(book.output(answerHeaders));
  const own = Object.entries(properties).map(([name, schema]) => {
    return [name, { required: required.includes(name), schema }] as const;
  });
  const headers = {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    ...Object.fromEntries(own),
  };
  const content = contentOf(endpoint, book);
  const further = Object.entries(furtherAnswers).map(([code, answer]) => {
    const names = ["X-Request-Id", ...(answer.headers ?? Object.keys(headers))];
    const those = Object.entries(headers).filter(([name]) => names.includes(name));
    return [code, { description: answer.description, headers: Object.fromEntries(those) }] as const;
  });
  return { [status]: { description: "Done", headers, ...content }, ...Object.fromEntries(further) };
}

/** Bytes of a content type, or JSON of a schema. */
function contentOf(
  { answerBody, answerContentTypes }: Extract<Endpoint, { readonly kind: "stream" }>,
  book: SchemaBook,
): Json {
  if (answerBody !== undefined)
    return {
      content: {
        "application/json": {
          schema: book.output(answerBody),
          example: exampleOf(answerBody, "output"),
        },
      },
    };
  return answerContentTypes === undefined ? {} : { content: bytesOf(answerContentTypes) };
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
    "x-problem-codes": codes,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}
