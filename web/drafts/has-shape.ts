import { WITHOUT_EVAL } from "../kit/zod-without-eval.ts";
import type { output, ZodType } from "zod";

/**
 * Whether a value has the form that a schema describes, even if the schema would refuse it. A title may be empty, and a
 * number may be missing.
 */
export function hasShape<Schema extends ZodType>(
  schema: Schema,
  found: unknown,
): found is output<Schema> {
  const read = schema.safeParse(found, WITHOUT_EVAL);
  if (read.success) return true;
  return read.error.issues.every(
    ({ code, path }) => VALUE_CODES.has(code) || Number.isNaN(valueAt(found, path)),
  );
}

/** Refusals of a value whose form is right. */
const VALUE_CODES: ReadonlySet<string> = new Set([
  "custom",
  "invalid_format",
  "not_multiple_of",
  "too_big",
  "too_small",
]);

function valueAt(found: unknown, path: readonly PropertyKey[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof found !== "object" || found === null) return found;
  return valueAt(Reflect.get(found, step), rest);
}
