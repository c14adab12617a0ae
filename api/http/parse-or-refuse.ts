import type { z } from "zod";
import { type FieldError, Refusal } from "../../contract/refusal.ts";
import { pointerOf } from "./body/pointer.ts";

/**
 * Parses external input, for handlers that take the body unparsed.
 *
 * @param at pointer of the value in the request body, e.g. `/operations/3`.
 * @throws Refusal VALIDATION_FAILED naming every malformed place.
 */
export function parseOrRefuse<T>(schema: z.ZodType<T>, value: unknown, at = ""): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformed(fieldErrors(parsed.error, at));
  return parsed.data;
}

/** Maximum malformed places named in a refusal. */
const MAX_ERRORS = 100;

/** Refuses a request as malformed. */
export function malformed(errors: readonly FieldError[]): Refusal {
  return new Refusal("VALIDATION_FAILED", { errors: errors.slice(0, MAX_ERRORS) });
}

/** The malformed places of a value at `at`, one per unknown field, up to the maximum. */
export function fieldErrors(error: z.core.$ZodError, at = ""): FieldError[] {
  const errors: FieldError[] = [];
  for (const issue of error.issues) {
    if (errors.length >= MAX_ERRORS) break;
    errors.push(...placesOf(issue, at));
  }
  return errors;
}

function placesOf(issue: z.core.$ZodIssue, at: string): readonly FieldError[] {
  const pointer = at + pointerOf(issue.path);
  const { code } = issue;
  if (code !== "unrecognized_keys") return [{ pointer, code, message: messageOf(issue) }];
  return issue.keys
    .slice(0, MAX_ERRORS)
    .map((key) => ({ pointer: pointer + pointerOf([key]), code, message: "Unknown field" }));
}

/** An absent field is reported as missing. */
const MISSING = /^Invalid input: (expected .+), received undefined$/;
const messageOf = ({ message }: z.core.$ZodIssue) => message.replace(MISSING, "Missing: $1");
