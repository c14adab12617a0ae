import { z } from "zod";
import type { ApiDeps } from "../../api-deps.ts";
import type { Caller } from "../../guard/caller.ts";
import { countDroppedOfBody } from "../../http/count-dropped.ts";
import { fieldErrors, malformed } from "../../http/parse-or-refuse.ts";
import { requireOwnDevice } from "../require-own-device.ts";

/**
 * Parses a body that names the caller's device. A device that may not sync is refused before its envelope is judged
 * (docs/rooms/sync.md#order-of-checks). For a well-formed body the act itself checks the device.
 * Fields that were dropped instead of refused are counted.
 *
 * @throws Refusal DEVICE_REVOKED, VALIDATION_FAILED.
 */
export async function parseForDevice<T>(
  schema: z.ZodType<T>,
  body: unknown,
  { deps, caller }: { readonly deps: ApiDeps; readonly caller: Caller },
): Promise<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    countDroppedOfBody(deps.metrics, body, parsed.data);
    return parsed.data;
  }
  const named = namedDevice(body);
  if (named !== null) await requireOwnDevice(deps.database.em.fork(), caller, named);
  throw malformed(fieldErrors(parsed.error));
}

/** The minimum of a body that identifies its device. */
const namedDeviceSchema = z.object({ deviceId: z.uuid() });

/** The device that a body names, even if it is malformed otherwise; null if it names none. */
export function namedDevice(body: unknown): string | null {
  return namedDeviceSchema.safeParse(body).data?.deviceId ?? null;
}
