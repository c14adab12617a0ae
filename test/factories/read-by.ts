import type { z } from "zod";
import type { PayloadVersion } from "../../activities/sync/operation-feature.ts";

/** A payload version of a test's feature that is understood as it is written. */
export function readBy<Schema extends z.ZodType>(
  payload: Schema,
): PayloadVersion<z.output<Schema>> {
  return { payload, read: (sent) => payload.safeParse(sent).data ?? null };
}
