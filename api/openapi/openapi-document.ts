import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import { NEXT_ROUTES } from "../../contract/accounts/vocabulary.ts";
import { NEXT_STEPS, PROBLEMS } from "../../contract/problems.ts";
import { CONFLICT_CHOICES } from "../../contract/workouts/session-vocabulary.ts";
import type { Endpoint } from "../endpoint.ts";
import { operationOf } from "./operation.ts";
import { operationTypesOf, withTypedOperations } from "./with-typed-operations.ts";
import { type Json, openCodes } from "./openapi-schema.ts";
import { openSchemaBook } from "./schema-book.ts";
import { verdictCodeSchema, withVerdicts } from "./with-verdicts.ts";
import { ROOMS } from "./rooms.ts";
import { writeAnApp } from "./write-an-app.ts";

/** OpenAPI 3.1 document of the routes. It is generated from them, so it cannot differ from them. */
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
  return withVerdicts(withTypedOperations(book.close(document), features));
}

/** Path of the document. */
export const OPENAPI_PATH = "/api/v1/openapi.json";

/** Input of the document. */
export interface Documented {
  readonly endpoints: readonly Endpoint[];
  /** Features whose operations a batch may contain. */
  readonly features: readonly OperationFeature[];
  readonly publicUrl: string;
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
  description: "Part of every answer: the id to quote to support, and the server's time.",
  required: ["requestId", "serverTime"],
  properties: { requestId: text(64), serverTime: { type: "string", format: "date-time" } },
};

const fieldErrorSchema = {
  type: "object",
  description:
    "One malformed place, or for other codes the expected value or the obstacle. Pointers into the body have no prefix, others begin with their part.",
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
      description: "The conflicting record, if the code has one.",
    },
    allowedResolutions: {
      type: "array",
      items: openCodes(CONFLICT_CHOICES),
      description: "Remaining choices of a conflict; empty if there are none.",
    },
    permission: {
      type: "string",
      description: "The permission that a support person lacks; nobody else reads it.",
    },
    retryAfterSeconds: { type: "integer", minimum: 1 },
    nextRoute: {
      ...openCodes(NEXT_ROUTES),
      description: "The app's next screen, if the code has one.",
    },
    signInWith: {
      type: "array",
      items: { type: "string" },
      description: "Aliases of the sign-ins of the account that has the verified contact.",
    },
    deletionAt: {
      type: "string",
      format: "date-time",
      description: "Until when the deletion of the account can be cancelled.",
    },
    next: {
      ...openCodes(NEXT_STEPS),
      description: "The device's next step; it keeps all its data.",
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
      description:
        "The same key with the same body gets the same answer; with another body it gets 422.",
      schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,100}$" },
    },
    IfNoneMatch: {
      name: "If-None-Match",
      in: "header",
      required: false,
      description: "Entity tags of the caller's copies; 304 if one of them is current.",
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
      description: "Why these records are read; written to the audit with the reader.",
      schema: text(500),
    },
    RequestId: {
      name: "X-Request-Id",
      in: "header",
      required: false,
      description: "Kept if it has this form, otherwise made by the server.",
      schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
    },
  },
  headers: {
    RequestId: { required: true, schema: text(64) },
    ETag: {
      required: true,
      description:
        "Weak entity tag of the answer. The part before its point is the end of its validity, in milliseconds since the epoch.",
      schema: { type: "string", pattern: '^W/"\\d+\\.[\\w-]+"$' },
    },
    RetryAfter: { required: true, schema: { type: "integer", minimum: 1 } },
    IdempotencyReplayed: {
      description: "`true` if the answer is a replay.",
      schema: { type: "string", const: "true" },
    },
  },
};
