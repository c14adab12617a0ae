// Replays a day of many phones at two scale factors and extrapolates it: `npm run bench:simulate`. Temporal's store is
// on PostgreSQL, as in production.
import { parseArgs } from "node:util";
import { BATCH } from "./phones/phones.ts";
import { withProductionTemporal } from "./production/production-temporal.ts";
import { say } from "./report/rounds.ts";
import { showHelp } from "./report/show-help.ts";
import { playDayBefore } from "./simulate/day-before.ts";
import { replayDay } from "./simulate/replay-day.ts";
import { simulationReport, type WholeReplay } from "./simulate/simulation-report.ts";
import { withSimulation } from "./simulate/simulation.ts";

showHelp(`Replays a day of some phones in a few minutes, once for each of two factors, and extrapolates to all phones. It says
whether both agree within the error. Needs Go to build Temporal's server once.

  npm run bench:simulate -- [--phones 1000000] [--factors 4000,2000] [--operations 12] [--minutes 3]

  --phones      phones of the extrapolation
  --factors     all phones over those of each replay; by default those with 200 and 400 phones
  --operations  operations of a phone a day
  --minutes     length of the day of fewer phones. That of more phones takes as much longer: the cost of
                an operation depends on how many come a second`);

const { values } = parseArgs({
  options: {
    phones: { type: "string", default: "1000000" },
    factors: { type: "string" },
    operations: { type: "string", default: "12" },
    minutes: { type: "string", default: "3" },
  },
});
const FEW_PHONES = 200;
/** Reads of today by a phone a day, as docs/scale.md assumes. */
const READS = 4;
/** A coach opens twice as many pages as there are clients. */
const COACH_READS = 60;
/** Most clients of Europe sleep, and those of America end their day. */
const STARTS_AT = 3;

const phones = Number(values.phones);
const [one = 0, other = 0] = values.factors?.split(",").map(Number) ?? [
  phones / FEW_PHONES,
  phones / (2 * FEW_PHONES),
];
const [operations, minutes] = [Number(values.operations), Number(values.minutes)];
for (const figure of [phones, one, other, operations, minutes])
  if (!(figure > 0)) throw new Error("Numbers must be positive, and factors are two; see --help");
if (operations > BATCH)
  throw new Error(`A phone's day is one batch of at most ${BATCH} operations`);

const fewest = phones / Math.max(one, other);

await withProductionTemporal(async () => {
  const replays = [await replay(one), await replay(other)] as const;
  for (const text of simulationReport(replays, phones)) say(`\n${text}`);
});

async function replay(factor: number): Promise<WholeReplay> {
  const some = Math.max(1, Math.round(phones / factor));
  return await withSimulation(some, async (simulation) => {
    const { offsets, desk } = simulation.population;
    const day = {
      offsets,
      operations,
      reads: READS,
      coaches: desk.coaches.length,
      coachReads: COACH_READS,
      startsAt: STARTS_AT,
    };
    await playDayBefore(simulation, day);
    return {
      factor: phones / some,
      phones: some,
      day: await replayDay(simulation, day, (minutes * some) / fewest),
    };
  });
}
