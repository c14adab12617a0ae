import type { z } from "zod";
import { type PayloadVersion, payloadVersion } from "../../../../activities/payload-version.ts";

/** A payload version of a test's feature that is parsed by its schema. */
export function readBy<Schema extends z.ZodType>(
  payload: Schema,
): PayloadVersion<z.output<Schema>> {
  return payloadVersion(payload, (sent) => sent);
}
