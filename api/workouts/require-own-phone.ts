import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { followReader } from "../../activities/sync/devices/follow-session.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PackageScope } from "../../db/workouts/queries.ts";

/**
 * What was found of a client's, when it is read with an active device of theirs, which goes along to the session that
 * reads.
 *
 * @throws Refusal NOT_FOUND for who is nobody's client, DEVICE_REVOKED for an unknown, foreign or revoked device alike.
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
