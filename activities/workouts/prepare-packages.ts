import type { Tx } from "../../db/platform/transactions/transact.ts";
import { listOfferedPackages } from "../../db/workouts/packages.ts";
import { comparePackages } from "../../rules/workouts/compare-packages.ts";
import { type ExchangedPackages, exchangePackages } from "./exchange-packages.ts";
import { packWorkouts } from "./pack-workouts.ts";

/**
 * Updates the packages of relationships to their present plans and tasks (docs/rooms/workouts.md#packages). The first
 * caller prepares them; if they are up to date nothing is written. The number of statements does not depend on the
 * number of relationships. The caller holds the scopes' locks and has opened their days.
 */
export async function preparePackages(
  tx: Tx,
  relationshipIds: readonly string[],
  origin: { readonly now: Date; readonly requestId: string | null },
): Promise<ExchangedPackages> {
  const wanted = await packWorkouts(tx, relationshipIds, origin.now);
  const offered = await listOfferedPackages(tx, relationshipIds);
  return await exchangePackages(tx, comparePackages(wanted, offered), origin);
}
