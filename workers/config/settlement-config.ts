import { MOST_LANES } from "../../rules/sync/lane-share.ts";
import { wholeNumber } from "./environment.ts";

/** Variables of settlement. */
export const SettlementFields = { SETTLEMENT_LANES: wholeNumber(1, MOST_LANES).optional() };

/** One for each fifty batches a second of the peak. */
const USUAL_LANES = { embedded: 1, production: 4 } as const;

/** Lanes that share the relationships between them; relay and worker are told the same number. */
export function settlementLanes(
  mode: keyof typeof USUAL_LANES,
  read: { readonly SETTLEMENT_LANES?: number | undefined },
): number {
  return read.SETTLEMENT_LANES ?? USUAL_LANES[mode];
}
