import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import { NEXT_ROUTES } from "../../contract/accounts/vocabulary.ts";
import { NEXT_STEPS, PROBLEMS } from "../../contract/problem.ts";
import { CONFLICT_CHOICES } from "../../contract/workouts/session-vocabulary.ts";
import type { Endpoint } from "../endpoint.ts";
import { operationOf } from "./openapi-operation.ts";
import { operationTypesOf, withPayloads } from "./openapi-payloads.ts";
import { type Json, openCodes, openSchemaBook } from "./openapi-schema.ts";
import { verdictCodeSchema, withVerdicts } from "./openapi-verdicts.ts";
import { ROOMS } from "./rooms.ts";
import { writeAnApp } from "./write-an-app.ts";

/** Where the document is served. */
export const OPENAPI_PATH = "/api/v1/openapi.json";

/** What the document is made of. */
export interface Documented {
  readonly endpoints: readonly Endpoint[];
  /** What batches may hold. */
  readonly features: readonly OperationFeature[];
  readonly publicUrl: string;
}

/** OpenAPI 3.1 document of the routes: generated, so that it cannot tell anything else. */
export function openApiDocument({ endpoints, features, publicUrl }: Documented): Json {
  const book = openSchemaBook({
    Meta: metaSchema,
    Problem: problemSchema,
    FieldError: fieldErrorSchema,
    VerdictCode: verdictCodeSchema,
  });
  const paths = Map.groupBy(endpoints, ({ path }) => path);
  const document = {
    openapi: "3.1.1",
    info: { title: "Sideline", version: "1", description: writeAnApp(publicUrl) },
    servers: [{ url: publicUrl }],
    tags: tagsOf(endpoints),
    paths: Object.fromEntries(
      [...paths].map(([path, routes]) => [
        path,
        Object.fromEntries(
          routes.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(endpoint, book)]),
        ),
      ]),
    ),
    components: sharedComponents,
    "x-operation-types": operationTypesOf(features, book),
  };
  return withVerdicts(withPayloads(book.close(document)));
}

function tagsOf(endpoints: readonly Endpoint[]): Json[] {
  const rooms = new Set(endpoints.flatMap(({ room }) => room ?? []));
  return [...rooms].map((name) => {
    const { title = name, about: description = "" } = ROOMS[name] ?? {};
    return { name, "x-displayName": title, description };
  });
}

const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });

const metaSchema = {
  type: "object",
  description:
    "What stands beside every answer: the id to quote to support, and the server's time.",
  required: ["requestId", "serverTime"],
  properties: { requestId: text(64), serverTime: { type: "string", format: "date-time" } },
};

const fieldErrorSchema = {
  type: "object",
  description:
    "One malformed place, or what was expected or stands in the way; body pointers stand alone, others begin with their part.",
  required: ["pointer", "code", "message"],
  properties: {
    pointer: {
      type: "string",
      format: "json-pointer",
      examples: ["/operations/3", "/query/limit", "/headers/idempotency-key"],
    },
    code: { type: "string" },
    message: { type: "string" },
  },
};

const problemSchema = {
  type: "object",
  description: "Why a request was refused, or that it failed (RFC 9457); apps decide by `code`.",
  required: ["type", "title", "status", "detail", "code", "messageKey", "requestId"],
  properties: {
    type: { type: "string", format: "uri", examples: ["urn:sideline:problem:NOT_FOUND"] },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "Safe to show." },
    code: openCodes(Object.keys(PROBLEMS)),
    messageKey: { type: "string", description: "Key of the app's own translation." },
    requestId: text(64),
    errors: { type: "array", items: { $ref: "#/components/schemas/FieldError" } },
    conflictingId: {
      type: "string",
      format: "uuid",
      description: "The record that stands in the way, where the code says what it is.",
    },
    allowedResolutions: {
      type: "array",
      items: openCodes(CONFLICT_CHOICES),
      description: "What may be chosen of a conflict instead; empty where nothing is left.",
    },
    retryAfterSeconds: { type: "integer", minimum: 1 },
    nextRoute: {
      ...openCodes(NEXT_ROUTES),
      description: "Where the app goes next, where the code says.",
    },
    signInWith: {
      type: "array",
      items: { type: "string" },
      description: "Aliases of the sign-ins of the account that has the verified contact.",
    },
    deletionAt: {
      type: "string",
      format: "date-time",
      description: "Until when the deletion of the account can be called off.",
    },
    next: {
      ...openCodes(NEXT_STEPS),
      description: "What the device does next, with all that it keeps.",
    },
  },
};

const sharedComponents = {
  securitySchemes: {
    bearer: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "Access token (RFC 9068) of the identity provider; the app is its `client_id`.",
    },
  },
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: true,
      description: "The same key and body get the same answer; the same key alone gets 422.",
      schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,100}$" },
    },
    IfNoneMatch: {
      name: "If-None-Match",
      in: "header",
      required: false,
      description: "Tags of answers that the caller holds; 304 where one of them holds still.",
      schema: { type: "string" },
    },
    SelectedWorkspace: {
      name: "X-Workspace-Id",
      in: "header",
      required: false,
      description: "A coach's selected workspace; it has to be the relationship's.",
      schema: { type: "string", format: "uuid" },
    },
    AccessReason: {
      name: "X-Access-Reason",
      in: "header",
      required: true,
      description: "Why these records are read; written to the audit with who read them.",
      schema: text(500),
    },
    RequestId: {
      name: "X-Request-Id",
      in: "header",
      required: false,
      description: "Taken over where it has this form, otherwise made.",
      schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
    },
  },
  headers: {
    RequestId: { required: true, schema: text(64) },
    ETag: {
      required: true,
      description:
        "What the answer goes by, weak; before its point until when it holds, in milliseconds of the epoch.",
      schema: { type: "string", pattern: '^W/"\\d+\\.[\\w-]+"$' },
    },
    RetryAfter: { required: true, schema: { type: "integer", minimum: 1 } },
    IdempotencyReplayed: {
      description: "`true` when the answer was given before.",
      schema: { type: "string", const: "true" },
    },
  },
};
