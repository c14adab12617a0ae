import { ACTIVE_STATUSES } from "../../../contract/inbox/vocabulary.ts";
import type { KnownRow } from "./present-rows.ts";

/**
 * Predicts the badge once all pending acts are accepted: the server's figure, plus and minus the rows that these acts
 * add or remove.
 */
export function expectedBadge(accepted: number, rows: readonly KnownRow[]): number {
  const change = rows.reduce((sum, { stored, applied }) => {
    if (!applied.isChanged || applied.row === null) return sum;
    return sum + Number(isCounted(applied.row.status)) - Number(isCounted(stored.item.status));
  }, 0);
  return Math.max(0, accepted + change);
}

function isCounted(status: string): boolean {
  return ACTIVE_STATUSES.some((active) => active === status);
}
