import { z } from "zod";
import { BatchFault } from "../../activities/sync/admission/batch-fault.ts";
import { Refusal } from "../../contract/refusal.ts";
import { faultFrames } from "../../rules/fault-frames.ts";

/**
 * The loggable facts of a fault: class, code and frames; for the database also constraint and table, for a schema the
 * places. Messages may contain statements, values and user input. Only those of our own classes are logged, because
 * they are constants.
 */
export function describeFault(error: unknown): Record<string, unknown> {
  return describe(error, MAX_CAUSES);
}

/** Maximum depth of logged causes. */
const MAX_CAUSES = 5;
const MAX_FRAMES = 12;

function describe(error: unknown, causes: number): Record<string, unknown> {
  if (!Error.isError(error)) return { type: typeof error };
  const type = wordOf(error.name) ?? "Error";
  if (error instanceof z.core.$ZodError) {
    return { type, issues: error.issues.map(({ path, code }) => ({ path: placeOf(path), code })) };
  }
  const hasCause = error.cause !== undefined && causes > 0;
  const message = isOurs(error) ? { message: error.message } : {};
  const cause = hasCause ? { cause: describe(error.cause, causes - 1) } : {};
  return { type, ...fieldsOf(error), ...message, frames: faultFrames(error, MAX_FRAMES), ...cause };
}

/** Whether its message is a refusal code or a constant of our source. */
function isOurs(error: Error): boolean {
  return error instanceof Refusal || error instanceof BatchFault;
}

/** A name or code in the form of identifiers; anything else is left out. */
function wordOf(text: unknown): string | undefined {
  return typeof text === "string" && /^[\w.-]{1,60}$/.test(text) ? text : undefined;
}

/** Names that a schema does not declare come from the sender. */
function placeOf(path: readonly PropertyKey[]): readonly (string | number)[] {
  return path.map((part) => (typeof part === "number" ? part : (wordOf(part) ?? "?")));
}

function fieldsOf(error: Error) {
  const { code, constraint, table } = fieldsSchema.parse(error);
  return { code: wordOf(code), constraint: wordOf(constraint), table: wordOf(table) };
}

const fieldsSchema = z.object({
  code: z.unknown().optional(),
  constraint: z.unknown().optional(),
  table: z.unknown().optional(),
});
