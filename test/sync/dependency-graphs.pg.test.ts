import { beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const features = [plantFeature()];
const deps = admissionDeps(em, features);
beforeAll(() => createPlantTable(ownerUrl));

const FATES = ["fine", "refused", "misfit", "crashes", "crashes once", "is not written"] as const;

/** One operation of a graph: its own outcome, and the earlier operations it depends on; -1 is never sent. */
interface Node {
  readonly outcome: (typeof FATES)[number];
  readonly parents: readonly number[];
  /** Names the record that its first parent created. */
  readonly grafted: boolean;
}

const graphs = fc
  .array(
    fc.record({
      outcome: fc.oneof({ weight: 4, arbitrary: fc.constant("fine") }, fc.constantFrom(...FATES)),
      parents: fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 3 }),
      lost: fc.integer({ min: 0, max: 14 }),
      grafted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 16 },
  )
  .map((drawn) =>
    drawn.map(({ outcome, parents, lost, grafted }, index): Node => {
      const earlier = parents.filter((parent) => parent < index);
      return { outcome, grafted, parents: lost === 0 ? [...earlier, -1] : earlier };
    }),
  );

let graphCount = 0;

test("in any graph of operations, exactly the descendants of refused ones are refused", async () => {
  const scope = await buildScope(em);
  const settlement = settlementDeps(em, [], features);
  await fc.assert(
    fc.asyncProperty(graphs, fc.integer({ min: 1, max: 16 }), async (nodes, size) => {
      graphCount += 1;
      const prefix = `graph-${graphCount}`;
      const operations = operationsOf(nodes, prefix);
      const before = await plantsOf(scope);
      for (let start = 0; start < operations.length; start += size)
        await submit(deps, scope, operations.slice(start, start + size));
      for (let time = 0; time < 200 && (await openCount(scope)) > 0; time += 1)
        await settleAll(settlement, { deviceId: scope.deviceId, retryNow: true });
      expect(await openCount(scope)).toBe(0);
      const { results } = await submit(deps, scope, operations);
      const expected = expectedVerdicts(nodes);
      expect(results.map(verdictOf)).toEqual(expected);
      for (const [index, { parentClientOperationId: parent }] of results.entries()) {
        if (expected[index] !== "DEPENDENCY_REFUSED") continue;
        expect(operations[index]?.dependsOn).toContain(parent);
        const named = operations.findIndex((other) => other.clientOperationId === parent);
        expect(["OWN", "DEPENDENCY_REFUSED"]).toContain(expected[named]);
      }
      const made = operations.filter((_, index) => expected[index] === "ACCEPTED");
      expect(await plantsOf(scope)).toEqual(
        [...before, ...made.map(({ clientOperationId }) => clientOperationId)].toSorted(),
      );
    }),
    { numRuns: campaignSize("DRAWN_CASES", 40) },
  );
});

type Verdict = "ACCEPTED" | "OWN" | "DEPENDENCY_REFUSED" | "DEPENDENCY_PENDING";

/** The verdicts of the whole graph once everything that can be finished is. */
function expectedVerdicts(nodes: readonly Node[]): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  for (const { outcome, parents } of nodes) {
    const above = parents.map((parent) => verdicts[parent] ?? "DEPENDENCY_PENDING");
    const isRefused = above.some(
      (verdict) => verdict === "OWN" || verdict === "DEPENDENCY_REFUSED",
    );
    if (outcome === "misfit") verdicts.push("OWN");
    else if (isRefused) verdicts.push("DEPENDENCY_REFUSED");
    else if (above.includes("DEPENDENCY_PENDING")) verdicts.push("DEPENDENCY_PENDING");
    else verdicts.push(outcome === "fine" || outcome === "crashes once" ? "ACCEPTED" : "OWN");
  }
  return verdicts;
}

function operationsOf(nodes: readonly Node[], prefix: string): readonly Operation[] {
  const nameOf = (index: number) => `${prefix}-${index}`;
  return nodes.map(({ outcome, parents, grafted }, index) => {
    const [first = -1] = parents;
    const payload = {
      localId: nameOf(index),
      ...(grafted && first !== -1 ? { ontoId: `local:${nameOf(first)}` } : {}),
      ...(outcome === "fine" ? {} : { outcome: outcome === "misfit" ? "odd" : outcome }),
    };
    const dependsOn = parents.map(nameOf);
    return queued(PLANT, payload, { clientOperationId: nameOf(index), dependsOn });
  });
}

function verdictOf({ status, rejectionCode }: OperationResult): Verdict {
  if (status === "ACCEPTED" || status === "ALREADY_ACCEPTED") return "ACCEPTED";
  if (rejectionCode === "DEPENDENCY_REFUSED" || rejectionCode === "DEPENDENCY_PENDING")
    return rejectionCode;
  return "OWN";
}

async function openCount({ relationshipId }: BuiltScope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from deferred_operation
    where relationship_id = ${relationshipId} and state = 'OPEN'`.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
}

async function plantsOf({ relationshipId }: BuiltScope): Promise<readonly string[]> {
  const { rows } = await sql<{ localId: string }>`
    select local_id as "localId" from test_plant where relationship_id = ${relationshipId}
  `.execute(em.fork().getKysely());
  return rows.map(({ localId }) => localId).toSorted();
}
