import type { Request } from "express";
import { z } from "zod";
import type { FieldError } from "../../contract/refusal.ts";
import type { Endpoint } from "../endpoint.ts";
import { pointerOf } from "./json-pointer.ts";
import type { JsonBody } from "./read-body.ts";
import { fieldErrors, malformed } from "./parse-or-refuse.ts";

/** Path, query and body of one request by the schemas of its endpoint. */
export interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
}

const noQuery = z.strictObject({});
const noBody = z.strictObject({}).optional();

/**
 * Parses everything of a request at once, so that one answer names every malformed place. Body
 * pointers stand for themselves; others begin with `/path`, `/query` or `/headers`.
 *
 * @throws Refusal VALIDATION_FAILED.
 */
export function parseRequest(endpoint: Endpoint, req: Request, json: JsonBody): ParsedRequest {
  const errors: FieldError[] = [];
  const parse = (schema: z.ZodType, value: unknown, at: string): unknown => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) errors.push(...fieldErrors(parsed.error, at));
    return parsed.data;
  };
  const params = parse(endpoint.params ?? z.unknown(), refusingNul(req.params, "/path"), "/path");
  const query = parse(endpoint.query ?? noQuery, readQuery(req), "/query");
  const body = parse(bodySchema(endpoint), json.value, "");
  const idempotencyKey = readIdempotencyKey(endpoint, req, errors);
  if (errors.length > 0) throw malformed(errors);
  return { params, query, body, idempotencyKey };
}

function bodySchema(endpoint: Endpoint): z.ZodType {
  const leftToHandler = endpoint.kind === "door" && endpoint.unparsedBody !== undefined;
  return leftToHandler ? z.unknown() : (endpoint.body ?? noBody);
}

function readQuery(req: Request): Record<string, string> {
  const [, text = ""] = /\?(.*)$/s.exec(req.originalUrl) ?? [];
  const search = new URLSearchParams(text);
  const names = [...search.keys()];
  const doubled = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  if (doubled.size > 0) {
    throw malformed(
      [...doubled].map((name) => ({
        pointer: pointerOf(["query", name]),
        code: "duplicate_key",
        message: "The parameter is there twice",
      })),
    );
  }
  return refusingNul(Object.fromEntries(search), "/query");
}

/** PostgreSQL holds no NUL in text; a `%00` must not come as far. */
function refusingNul<T extends object>(values: T, at: string): T {
  const found = Object.entries(values).filter(([, value]) => String(value).includes("\0"));
  if (found.length === 0) return values;
  const message = "NUL is not allowed";
  throw malformed(
    found.map(([name]) => ({ pointer: at + pointerOf([name]), code: "nul_character", message })),
  );
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
