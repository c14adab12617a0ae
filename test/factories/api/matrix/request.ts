import { createHash, createHmac, randomUUID } from "node:crypto";
import { testKey } from "../../../harness/api.ts";
import { z } from "zod";
import { bodySchemaOf, needsIdempotencyKey } from "../../../../api/http/codes-of.ts";
import type { Endpoint } from "../../../../api/endpoint.ts";
import { LEGAL_VERSIONS } from "../../../../contract/accounts/vocabulary.ts";
import type { TestRequest } from "../../../harness/api.ts";
import { MATRIX_PICTURES } from "./pictures.ts";
import { MATRIX_PURGE } from "./purge.ts";
import { MATRIX_TAXONOMY } from "./taxonomy.ts";
import type { MatrixPrincipal } from "./principal.ts";
import { idFieldsOf, sampleValue } from "../sample-value.ts";
import { RENAMED_VALUES, SAMPLE_BODIES } from "./samples.ts";

/** A valid request, whoever sends it. */
export interface MatrixRequest extends TestRequest {
  readonly method: Endpoint["method"];
  readonly path: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The smallest valid request to a route with the principal's ids. */
export function matrixRequest(endpoint: Endpoint, actor: MatrixPrincipal): MatrixRequest {
  const { surface, headers, token } = actor;
  const values = knownValues(endpoint, actor);
  const body = sampleBody(endpoint, values);
  return {
    method: endpoint.method,
    path: pathOf(endpoint, values),
    headers: {
      ...headers,
      "X-Forwarded-For": addressOf(surface, token),
      ...(endpoint.bodyType === "form" && { "Content-Type": FORM }),
      ...(endpoint.kind === "stream" && streamHeaders(endpoint)),
    },
    ...(token !== undefined && { token }),
    ...(body !== undefined &&
      (endpoint.bodyType === "form" ? { rawBody: formText(body) } : { body })),
    ...(needsIdempotencyKey(endpoint) && { key: randomUUID() }),
  };
}

/** Headers of a streaming protocol, with the smallest valid values. */
function streamHeaders(endpoint: Extract<Endpoint, { readonly kind: "stream" }>) {
  const { requestHeaders, bodyContentType } = endpoint;
  const sample = requestHeaders === undefined ? {} : sampleValue(requestHeaders, {});
  const headers = Object.entries(z.record(z.string(), z.unknown()).parse(sample));
  return {
    ...Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    ...(bodyContentType !== undefined && { "Content-Type": bodyContentType }),
  };
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

function knownValues(endpoint: Endpoint, { surface, values }: MatrixPrincipal): Values {
  const known: Values = {
    ...LEGAL_VERSIONS,
    timezone: "UTC",
    locale: "en",
    reason: "It has to be",
    appSurface: surface,
    surface,
    clientApp: surface,
    metricKind: "STEPS",
    providerKey: "google",
    displayName: "Ana Silva",
    email: `${randomUUID()}@example.com`,
    memberInvitationToken: randomUUID(),
    joinHandle: randomUUID(),
    validationId: randomUUID(),
    clientOperationId: randomUUID(),
    expectedTaskRevision: 1,
    ...MATRIX_PICTURES,
    ...MATRIX_TAXONOMY,
    ...MATRIX_PURGE,
    ...unsubscribing(),
    ...values,
  };
  const renamed = Object.entries(RENAMED_VALUES[nameOf(endpoint)] ?? {});
  return { ...known, ...Object.fromEntries(renamed.map(([name, from]) => [name, known[from]])) };
}

/** The values of an unsubscribe link from an e-mail. */
function unsubscribing(): Values {
  const readerUserId = randomUUID();
  const text = `sideline unsubscribe\n${readerUserId}\nINBOX_DIGEST`;
  const unsubscribeToken = createHmac("sha256", testKey("invitation"))
    .update(text)
    .digest("base64url");
  return { readerUserId, unsubscribeToken };
}

const FORM = "application/x-www-form-urlencoded";

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** An object of texts as a form body or query. */
function formText(fields: unknown): string {
  return new URLSearchParams(z.record(z.string(), z.string()).parse(fields)).toString();
}

function sampleBody(endpoint: Endpoint, values: Values): unknown {
  const schema = bodySchemaOf(endpoint);
  const sample = SAMPLE_BODIES[nameOf(endpoint)];
  if (schema === undefined) return undefined;
  return sample === undefined ? sampleValue(schema, values) : sample(values);
}

function pathOf({ path, query }: Endpoint, values: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(values[name]) ?? randomUUID()),
  );
  if (query === undefined) return filled;
  const text = formText(sampleValue(query, values));
  return text === "" ? filled : `${filled}?${text}`;
}

/** An address for each sign-in, so that failures of one do not count against another. */
function addressOf(surface: string, token = ""): string {
  const [first = 0, second = 0, third = 0] = createHash("sha256")
    .update(surface + token)
    .digest();
  return `10.${first}.${second}.${third}`;
}

/** An id that a request names in its path or in a field of its body. */
export interface NamedId {
  readonly name: string;
  /** The key of the principals' values. */
  readonly valueName: string;
  readonly inPath: boolean;
}

/** Ids made by the device, or bound to one sign-in: no other principal has them. */
const OWN_MAKING = new Set([
  "clientOperationId",
  "clientBatchId",
  "installationId",
  "validationId",
]);

/** The record ids that a request to a route names. */
export function idsOf(endpoint: Endpoint): readonly NamedId[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+Id)\}/g)].map(([, name = ""]) => name);
  const sent = Object.keys(z.looseObject({}).optional().parse(sampleBody(endpoint, {})) ?? {});
  const schema = bodySchemaOf(endpoint);
  const ids = schema === undefined ? [] : idFieldsOf(schema);
  const inBody = ids.filter((name) => sent.includes(name) && !OWN_MAKING.has(name));
  const renamed = RENAMED_VALUES[nameOf(endpoint)] ?? {};
  return [...inPath, ...inBody].map((name) => ({
    name,
    valueName: renamed[name] ?? name,
    inPath: inPath.includes(name),
  }));
}
