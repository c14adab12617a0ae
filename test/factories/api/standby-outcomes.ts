import * as z from "zod";
import {
  STANDBY_OUTCOMES,
  type StandbyOutcome,
} from "../../../api/http/standby/count-standby-reads.ts";
import type { TestApi } from "../../harness/api.ts";

/** The outcomes that an API counts while the work runs, with their numbers. */
export async function standbyOutcomes(
  { deps }: Pick<TestApi, "deps">,
  work: () => Promise<unknown>,
): Promise<Partial<Record<StandbyOutcome, number>>> {
  const before = await countsOf(deps);
  await work();
  const after = await countsOf(deps);
  const changes = STANDBY_OUTCOMES.map(
    (outcome) => [outcome, (after.get(outcome) ?? 0) - (before.get(outcome) ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

async function countsOf({ metrics }: TestApi["deps"]): Promise<ReadonlyMap<string, number>> {
  const metric = await metrics.getSingleMetric("sideline_standby_reads_total")?.get();
  return new Map(Counted.parse(metric?.values).map(({ labels, value }) => [labels.outcome, value]));
}

const Counted = z.array(z.object({ labels: z.object({ outcome: z.string() }), value: z.number() }));
