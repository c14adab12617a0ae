import type { Tx } from "../../db/transact.ts";
import { listOfferedPackages } from "../../db/workouts/packages.ts";
import { comparePackages } from "../../rules/workouts/compare-packages.ts";
import { type ExchangedPackages, exchangePackages } from "./exchange-packages.ts";
import { packWorkouts } from "./pack-workouts.ts";

/**
 * Brings the packages of relationships to what their plans and tasks ask for now (docs/rooms/workouts.md#packages).
 * Whoever comes first prepares them: where they are as they should be nothing is written. A fixed number of
 * statements, whatever the number of relationships, whose scopes the caller holds and whose days he has opened.
 */
export async function preparePackages(
  tx: Tx,
  relationshipIds: readonly string[],
  origin: { readonly now: Date; readonly requestId: string | null },
): Promise<ExchangedPackages> {
  const wanted = await packWorkouts(tx, relationshipIds, origin.now);
  const held = await listOfferedPackages(tx, relationshipIds);
  return await exchangePackages(tx, comparePackages(wanted, held), origin);
}
