import { MOST_LANES } from "../../rules/sync/lane-share.ts";
import { wholeNumber } from "./environment.ts";

/** Variables of settlement. */
export const SettlementFields = { SETTLEMENT_LANES: wholeNumber(1, MOST_LANES).optional() };

/** One lane for each fifty batches a second at peak. */
const USUAL_LANES = { embedded: 1, production: 4 } as const;

/** Number of lanes that the relationships are divided among; relay and worker must use the same number. */
export function settlementLanes(
  mode: keyof typeof USUAL_LANES,
  read: { readonly SETTLEMENT_LANES?: number | undefined },
): number {
  return read.SETTLEMENT_LANES ?? USUAL_LANES[mode];
}
