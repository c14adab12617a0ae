import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { followReader } from "../../activities/sync/devices/require-same-session.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PackageScope } from "../../db/workouts/queries.ts";

/**
 * A client's data, read with one of their active devices, which is recorded with the reading session.
 *
 * @throws Refusal NOT_FOUND if the caller is nobody's client, DEVICE_REVOKED for an unknown, foreign or revoked device
 *   alike.
 */
export async function requireOwnPhone<Found extends PackageScope>(
  em: SqlEntityManager,
  found: Found | null,
  reader: { readonly userId: string; readonly appSessionId: string },
): Promise<Found> {
  if (found === null) throw new Refusal("NOT_FOUND");
  if (found.device === null) throw new Refusal("DEVICE_REVOKED");
  await followReader(em, found.device, reader);
  return found;
}
