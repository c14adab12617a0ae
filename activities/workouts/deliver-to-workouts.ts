import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { listTrainingRelationships } from "../../db/workouts/packages.ts";
import { bringUpToNow } from "../agenda/calendar/open-days.ts";
import { deliverEach } from "../outbox/deliver-each.ts";
import type { Deliver, Failures } from "../outbox/deliver.ts";
import { deliverByRelationship, relationshipOf } from "../outbox/deliver-by-relationship.ts";
import { followPurge } from "./conflicts/follow-purge.ts";
import type { ExchangedPackages } from "./exchange-packages.ts";
import { followThumbnails } from "./follow-thumbnails.ts";
import { preparePackages } from "./prepare-packages.ts";

/**
 * Consumer `workouts`:
 * - If a relationship's training changed, its packages are prepared again, those of all rows in one transaction.
 * - If an exercise shows another picture, the packages get it.
 * - If a phone must delete its data, its refused drafts are deleted.
 *
 * Any number of deliveries in any order have the same result.
 */
export function deliverToWorkouts(em: SqlEntityManager): Deliver {
  const followers: readonly (readonly [of: (row: LeasedRow) => boolean, deliver: Deliver])[] = [
    [
      ofRelationship,
      deliverByRelationship((rows) => prepareFor(em, [...new Set(rows.map(relationshipOf))], null)),
    ],
    [ofPicture, followThumbnails(em)],
    [ofPurge, deliverEach(async (row) => await transact(em, (tx) => followPurge(tx, row)))],
  ];
  return async (rows, stop) => {
    const failures: Failures[] = [];
    for (const [of, deliver] of followers) failures.push(await deliver(rows.filter(of), stop));
    return new Map(failures.flatMap((some) => [...some]));
  };
}

const ofPurge = ({ type }: LeasedRow) => type === "PurgeOrdered";
const ofPicture = ({ type }: LeasedRow) => type === "ExerciseMediaUpdated";
/** Every other event of this consumer names its relationship. */
const ofRelationship = (row: LeasedRow) => !ofPurge(row) && !ofPicture(row);

/** Prepares the packages of the relationships that train, in its own transaction. */
export async function prepareFor(
  em: SqlEntityManager,
  relationshipIds: readonly string[],
  requestId: string | null,
): Promise<ExchangedPackages> {
  return await transact(em, async (tx) => await prepareUpToNow(tx, relationshipIds, requestId));
}

async function prepareUpToNow(
  tx: Tx,
  relationshipIds: readonly string[],
  requestId: string | null,
): Promise<ExchangedPackages> {
  const training = await listTrainingRelationships(tx, relationshipIds);
  if (training.length === 0) return { offered: [], gone: [] };
  await lockScopes(tx, training);
  const origin = { now: await clockNow(tx), requestId };
  await bringUpToNow(tx, training, origin);
  return await preparePackages(tx, training, origin);
}
