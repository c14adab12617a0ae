import { hash } from "node:crypto";
import { cardId } from "../../../contract/agenda/task-id.ts";
import { type ChangedCard, putCards } from "../../../db/agenda/cards/put-cards.ts";
import type { AskingPlan } from "../../../db/plans/asking-plans.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { materialiseCard } from "../../../rules/plans/materialise-card.ts";
import { sourceKeyOf } from "../../../rules/plans/materialise-task.ts";
import type { ZonedDay } from "./planned-task.ts";

/**
 * Writes the cards that running assignments put on days (docs/rooms/agenda.md#cards). One statement for any number of
 * days. The caller holds the scopes' locks, records the changes for devices and projects the days.
 */
export async function reconcileCards(
  tx: Tx,
  planned: readonly (readonly [day: ZonedDay, assigned: AskingPlan])[],
  now: Date,
): Promise<readonly ChangedCard[]> {
  const reminders = planned.filter(([, { content }]) => content.kind === "CUSTOM_REMINDER");
  const cards = reminders.map(async ([day, assigned]) => {
    const key = { ...day, cardKey: sourceKeyOf(assigned) };
    const digest = (bytes: Uint8Array) => new Uint8Array(hash("sha256", bytes, "buffer"));
    const { workspaceId } = assigned;
    return materialiseCard(assigned, { ...key, workspaceId, id: await cardId(key, digest) });
  });
  return await putCards(tx, await Promise.all(cards), now);
}
