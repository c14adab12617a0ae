import { z } from "zod";

/**
 * What the log may say of a fault. Messages of the database, its driver and its mapper carry statements
 * and values, so of these only code, constraint and table are told; of a schema only the places.
 */
export function describeFault(error: unknown): Record<string, unknown> {
  if (!Error.isError(error)) return { type: typeof error };
  if (error instanceof z.core.$ZodError) {
    return { type: error.name, issues: error.issues.map(({ path, code }) => ({ path, code })) };
  }
  const cause = error.cause === undefined ? {} : { cause: describeFault(error.cause) };
  const { code, constraint, table } = fieldsOf(error);
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) {
    return { type: error.name, code, constraint, table, frames: framesOf(error), ...cause };
  }
  // Errors of the mapper tell of an entity or a condition, with all its values.
  if ("getEntity" in error) return { type: error.name, frames: framesOf(error), ...cause };
  return { type: error.name, code, message: error.message, frames: framesOf(error), ...cause };
}

const fieldsSchema = z.object({
  code: z.string().optional().catch(undefined),
  constraint: z.string().optional().catch(undefined),
  table: z.string().optional().catch(undefined),
});

function fieldsOf(error: Error) {
  return fieldsSchema.parse(error);
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: Error): string[] {
  const lines = (error.stack ?? "").split("\n").map((line) => line.trim());
  return lines.filter((line) => line.startsWith("at ")).slice(0, 12);
}
