import { MOST_LANES } from "../../../rules/sync/lane-share.ts";
import { wholeNumber } from "../environment.ts";
import { settingNotes } from "../setting-notes.ts";

/** Variables of settlement. */
export const SettlementFields = {
  SETTLEMENT_LANES: wholeNumber(1, MOST_LANES)
    .optional()
    .register(settingNotes, {
      meaning:
        "Number of settlement lanes, the same for worker and relay: one per 50 batches a second at peak load. It may be changed while batches wait.",
      usual: "1 in embedded mode, 4 in production",
      unit: "lanes",
      readers: ["worker", "relay"],
      reload: "TOGETHER",
    }),
  SETTLEMENT_WAIT_MS: wholeNumber(0, 10_000)
    .default(5_000)
    .register(settingNotes, {
      meaning:
        "How long a batch of ordinary actions waits for others before its lane is woken; a second at most while somebody follows the workspace. Skips, undos, workouts and closed days never wait. Coach views lag by as much; what a tap costs at low rates falls.",
      unit: "milliseconds",
      readers: ["api"],
    }),
};

/** One lane for each fifty batches a second at peak. */
const USUAL_LANES = { embedded: 1, production: 4 } as const;

/** Number of lanes that the relationships are divided among; relay and worker must use the same number. */
export function settlementLanes(
  mode: keyof typeof USUAL_LANES,
  read: { readonly SETTLEMENT_LANES?: number | undefined },
): number {
  return read.SETTLEMENT_LANES ?? USUAL_LANES[mode];
}
