import type { Request } from "express";
import getRawBody from "raw-body";
import { Refusal } from "../../../contract/refusal.ts";
import type { BodyReservation } from "./body-budget.ts";
import { readLongJson } from "./read-json.ts";
import type { JsonFault, JsonPath, JsonStop } from "./json-scan.ts";
import { MAX_NESTING } from "./scan-state.ts";
import { malformed } from "../parse-or-refuse.ts";
import { refuseMediaType } from "../refuse-media-type.ts";

/**
 * Reads the body of a request from a known caller.
 *
 * @throws Refusal UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_FAILED, UNAVAILABLE (too many large bodies at
 *   once).
 */
export async function readBody(req: Request, rule: BodyRule): Promise<JsonBody> {
  if (!hasBody(req)) return { text: "", value: undefined, toleratedFaults: [] };
  if (rule.bodyType === "form") return readForm(req, rule);
  if (!isPlain(req, "application/json")) throw refuseMediaType("application/json");
  const text = decode(await readBytes(req, rule));
  const reading = await readLongJson(text, rule.toleratesJsonFaultsUnder ?? null);
  if (reading.kind === "malformed") throw wholeBody("invalid_json", "The body is not JSON");
  if (reading.kind !== "read") throw beyondLimits(reading);
  if (reading.faults.length > 0) throw faulty(reading.faults);
  return { text, value: reading.value, toleratedFaults: reading.tolerated };
}

/** Body limit of routes that declare none, in bytes (docs/rooms/wire.md#body-limits). */
export const DEFAULT_BODY_LIMIT = 64 * 1024;

/** A JSON body; if there is none, `text` is empty and `value` undefined. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
  /** Tolerated faults, the first at each place; others were refused before. */
  readonly toleratedFaults: readonly JsonFault[];
}

/** The body that a route admits, and the time for it to arrive completely. */
export interface BodyRule {
  readonly timeoutMs: number;
  readonly bodyLimit?: number | undefined;
  readonly bodyType?: "form" | undefined;
  readonly toleratesJsonFaultsUnder?: JsonPath | undefined;
  /** The reservation for request bodies: a large one reserves before it is read. */
  readonly reservation: BodyReservation;
}

function hasBody(req: Request): boolean {
  const length = req.get("Content-Length");
  return req.get("Transfer-Encoding") !== undefined || (length !== undefined && length !== "0");
}

/** A form as an object of texts; a duplicate field is refused. */
async function readForm(req: Request, rule: BodyRule): Promise<JsonBody> {
  if (!isPlain(req, "application/x-www-form-urlencoded")) {
    throw refuseMediaType("application/x-www-form-urlencoded");
  }
  const text = decode(await readBytes(req, rule));
  const fields = [...new URLSearchParams(text)];
  const value = Object.fromEntries(fields);
  if (Object.keys(value).length < fields.length || text.includes("\0") || text.includes("%00")) {
    throw wholeBody("invalid_form", "A field is duplicated or contains NUL");
  }
  return { text, value, toleratedFaults: [] };
}

/** Whether the media type is this one in UTF-8, without a content encoding. */
function isPlain(req: Request, mediaType: string): boolean {
  const encoding = req.get("Content-Encoding") ?? "identity";
  const [type = "", ...parameters] = (req.get("Content-Type") ?? "").toLowerCase().split(";");
  const inUtf8 = parameters.every((parameter) => /^\s*charset="?utf-8"?$/.test(parameter));
  return encoding === "identity" && type.trim() === mediaType && parameters.length < 2 && inUtf8;
}

async function readBytes(
  req: Request,
  { bodyLimit: limit = DEFAULT_BODY_LIMIT, timeoutMs, reservation }: BodyRule,
): Promise<Buffer> {
  const length = req.get("Content-Length") ?? null;
  if (Number(length) > limit) throw refuseLarge(limit);
  if (length !== null) reservation.take(Number(length));
  const whole =
    length === null ? readCounted(req, { limit, reservation }) : getRawBody(req, { limit, length });
  try {
    return await inTime(whole, timeoutMs);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const type: unknown = error instanceof Error && "type" in error ? error.type : undefined;
    if (type === "entity.too.large") throw refuseLarge(limit);
    throw wholeBody("incomplete", "The body ended early or arrived too slowly");
  }
}

function refuseLarge(limit: number): Refusal {
  const message = `At most ${limit} bytes`;
  return new Refusal("PAYLOAD_TOO_LARGE", {
    errors: [{ pointer: "", code: "too_big", message }],
  });
}

/** A body without a length reserves memory as it arrives. */
async function readCounted(
  req: Request,
  { limit, reservation }: { readonly limit: number; readonly reservation: BodyReservation },
): Promise<Buffer> {
  const refused = Promise.withResolvers<never>();
  const count = (chunk: Buffer) => {
    try {
      reservation.take(chunk.length);
    } catch (error) {
      req.pause();
      refused.reject(error);
    }
  };
  req.on("data", count);
  try {
    return await Promise.race([getRawBody(req, { limit }), refused.promise]);
  } finally {
    req.off("data", count);
  }
}

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The body arrived too slowly")), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw wholeBody("invalid_encoding", "The body is not UTF-8");
  }
}

function faulty(faults: readonly JsonFault[]): Refusal {
  return malformed(
    faults.map(({ pointer, code }) => ({ pointer, code, message: FAULT_MESSAGES[code] })),
  );
}

function beyondLimits(stop: JsonStop): Refusal {
  if (stop.kind === "too-many-faults") return faulty(stop.faults);
  return malformed([{ pointer: stop.pointer, ...STOPS[stop.kind] }]);
}

const STOPS = {
  "too-deep": { code: "too_deep", message: `More than ${MAX_NESTING} levels of nesting` },
  "too-many-values": { code: "too_many_values", message: "Too many values" },
  "too-big": { code: "too_big", message: "A payload or a text of more than 256 KB" },
} as const;

const FAULT_MESSAGES: Record<JsonFault["code"], string> = {
  duplicate_key: "The field is duplicated",
  lone_surrogate: "The text contains a lone surrogate",
  nul_character: "NUL is not allowed",
  unsafe_number: "The number cannot be represented exactly by every system",
};

function wholeBody(code: string, message: string): Refusal {
  return malformed([{ pointer: "", code, message }]);
}
