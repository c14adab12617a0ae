import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { Caller } from "../../guard/caller.ts";
import { fieldErrors, malformed } from "../../http/parse-or-refuse.ts";
import { requireOwnDevice } from "../own-device.ts";

/** Just enough of a body to tell whose device it names. */
const namedDeviceSchema = z.object({ deviceId: z.uuid() });

/** The device that a body names, be it malformed otherwise; null where it names none. */
export function namedDevice(body: unknown): string | null {
  return namedDeviceSchema.safeParse(body).data?.deviceId ?? null;
}

/**
 * Parses a body that names the caller's device. A device that may not sync is told before its envelope is
 * judged (docs/rooms/sync.md#order-of-checks); of a well-formed one the act itself judges the device.
 *
 * @throws Refusal DEVICE_REVOKED, VALIDATION_FAILED.
 */
export async function parseForDevice<T>(
  schema: z.ZodType<T>,
  body: unknown,
  { em, caller }: { readonly em: SqlEntityManager; readonly caller: Caller },
): Promise<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const named = namedDevice(body);
  if (named !== null) await requireOwnDevice(em.fork(), caller, named);
  throw malformed(fieldErrors(parsed.error));
}
