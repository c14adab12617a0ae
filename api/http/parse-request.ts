import type { Request } from "express";
import { z } from "zod";
import { type FieldError, Refusal } from "../../contract/refusal.ts";
import type { Endpoint } from "../endpoint.ts";
import { pointerOf } from "./body/pointer.ts";
import type { JsonBody } from "./body/read-body.ts";
import { fieldErrors, malformed } from "./parse-or-refuse.ts";

/**
 * Parses all parts of a request at once, so that one answer names every malformed place. Body pointers have no
 * prefix; others begin with `/path`, `/query` or `/headers`.
 *
 * @param sent the body, and the result of {@link parseAddress} if path and query were parsed before.
 * @throws Refusal VALIDATION_FAILED.
 */
export function parseRequest(
  endpoint: Endpoint,
  req: Request,
  { json, address = null }: { readonly json: JsonBody; readonly address?: ParsedAddress | null },
): ParsedRequest {
  const errors: FieldError[] = [];
  const parse = (schema: z.ZodType, value: unknown, at: string): unknown => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) errors.push(...namesOfOurs(fieldErrors(parsed.error, at), at));
    return parsed.data;
  };
  const { params, query } = address ?? {
    params: parse(endpoint.params ?? anything, refusingNul(req.params), "/path"),
    query: parse(endpoint.query ?? noQuery, readQuery(req, endpoint), "/query"),
  };
  const body = parse(bodySchema(endpoint), json.value, "");
  const idempotencyKey = readIdempotencyKey(endpoint, req, errors);
  if (errors.length > 0) throw malformed(errors);
  return { params, query, body, idempotencyKey };
}

/** Path, query and body of one request, parsed by its endpoint's schemas. */
export interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
}

// Created once: creating a schema takes longer than parsing a request with it.
const anything = z.unknown();
const noQuery = z.strictObject({});
const noBody = z.strictObject({}).optional();

/** Valid path and query of a request. */
export type ParsedAddress = Pick<ParsedRequest, "params" | "query">;

/** Path and query only, for callers that need them before other checks; null if either is malformed. */
export function parseAddress(endpoint: Endpoint, req: Request): ParsedAddress | null {
  try {
    const params = (endpoint.params ?? anything).safeParse(refusingNul(req.params));
    const query = (endpoint.query ?? noQuery).safeParse(readQuery(req, endpoint));
    return params.success && query.success ? { params: params.data, query: query.data } : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function bodySchema(endpoint: Endpoint): z.ZodType {
  const leftToHandler = endpoint.kind === "unmanaged" && endpoint.unparsedBody !== undefined;
  return leftToHandler ? anything : (endpoint.body ?? noBody);
}

/** Parameter names that the route does not have come from the sender: they are refused, and not echoed. */
function namesOfOurs(errors: readonly FieldError[], at: string): readonly FieldError[] {
  if (at !== "/query") return errors;
  const [unknown] = errors.filter(({ code }) => code === "unrecognized_keys");
  const others = errors.filter(({ code }) => code !== "unrecognized_keys");
  if (unknown === undefined) return others;
  return [...others, { ...unknown, pointer: "/query", message: "Unknown parameter" }];
}

function readQuery(req: Request, { query }: Endpoint): Record<string, string> {
  const [, text = ""] = /\?(.*)$/s.exec(req.originalUrl) ?? [];
  const search = new URLSearchParams(text);
  const known = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const names = [...search.keys()];
  const seen = new Set<string>();
  const doubled = new Set(names.filter((name) => seen.size === seen.add(name).size));
  const values = Object.fromEntries(search);
  refuseAt(doubled, known, { code: "duplicate_key", message: "The parameter is duplicated" });
  refuseAt(new Set(namesWithNul(values)), known, NUL);
  return values;
}

/** Names the parameters that the route knows; the others by their part of the request. */
function refuseAt(
  names: ReadonlySet<string>,
  known: readonly string[],
  fault: Omit<FieldError, "pointer">,
): void {
  if (names.size === 0) return;
  const ours = known.filter((name) => names.has(name));
  const places = ours.length < names.size ? [["query"]] : [];
  const pointers = [...ours.map((name) => ["query", name]), ...places].map(pointerOf);
  throw malformed(pointers.map((pointer) => ({ pointer, ...fault })));
}

/** PostgreSQL cannot store NUL in text, so a `%00` is refused here. */
const NUL = { code: "nul_character", message: "NUL is not allowed" };

function namesWithNul(values: object): readonly string[] {
  const found = Object.entries(values).filter(([, value]) => String(value).includes("\0"));
  return found.map(([name]) => name);
}

function refusingNul<T extends object>(params: T): T {
  const names = namesWithNul(params);
  if (names.length === 0) return params;
  throw malformed(names.map((name) => ({ pointer: pointerOf(["path", name]), ...NUL })));
}

const KEY_FORM = /^[\x21-\x7e]{1,100}$/;

function readIdempotencyKey(endpoint: Endpoint, req: Request, errors: FieldError[]): string | null {
  if (endpoint.kind !== "act" || endpoint.idempotency === "none") return null;
  const given = req.headersDistinct["idempotency-key"] ?? [];
  const key = given.length === 1 ? (given[0] ?? "") : "";
  if (!KEY_FORM.test(key)) {
    errors.push({
      pointer: "/headers/idempotency-key",
      code: given.length === 0 ? "required" : "invalid_format",
      message: "Send one Idempotency-Key of 1 to 100 visible ASCII characters",
    });
  }
  return key;
}
