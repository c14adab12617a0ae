import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import pino from "pino";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import {
  type Operation,
  operationResultSchema,
  operationSchema,
} from "../../contract/sync/schema.ts";
import { likelyOperations, oddOperations } from "../factories/sync/random-operations.ts";
import { admissionDeps, type BuiltScope, buildScope, submit } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { countReceipts, fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const log: string[] = [];
const deps = {
  ...admissionDeps(em),
  log: pino({ level: "debug" }, { write: (line: string) => log.push(line) }),
};

describe("any batch", () => {
  test("replayed in full or in parts, as far as it has receipts, gives the same and changes nothing", async () => {
    const drawn = await buildScope(em);
    await fc.assert(
      fc.asyncProperty(
        fc.array(likelyOperations(drawn.agenda), { minLength: 1, maxLength: 25 }),
        fc.nat({ max: 24 }),
        async (meant, cut) => {
          const scope = await buildScope(em);
          const operations = meant.map((operation) => onAgenda(scope, operation, drawn));
          const results = await verdictsOf(scope, operations);
          const before = await stateOf(scope);
          // An operation without a receipt binds nothing: a later batch may decide it, and another may use its id.
          const hasReceipt = (index: number) => results[index]?.receiptId !== null;
          const kept = operations.filter((_, index) => hasReceipt(index));
          const again = kept.length === 0 ? [] : await verdictsOf(scope, kept);
          expect(again).toEqual(replayed(results.filter((_, index) => hasReceipt(index))));
          for (const part of [kept.slice(cut), kept.slice(0, cut)]) {
            if (part.length > 0) await verdictsOf(scope, part);
          }
          expect(await stateOf(scope)).toBe(before);
        },
      ),
      { numRuns: campaignSize("DRAWN_CASES", 12) },
    );
  });

  test("means the same as its operations sent one by one", async () => {
    const drawn = await buildScope(em);
    await fc.assert(
      fc.asyncProperty(
        fc.array(likelyOperations(drawn.agenda), { minLength: 2, maxLength: 12 }),
        async (operations) => {
          const [together, apart] = [await buildScope(em), await buildScope(em)];
          const codeOf = ({ status, rejectionCode, conflictCode }: Record<string, unknown>) =>
            rejectionCode ?? conflictCode ?? status;
          const queue = operations.map((operation) => onAgenda(together, operation, drawn));
          const whole = await verdictsOf(together, queue);
          const single: unknown[] = [];
          for (const operation of operations) {
            const alone = [onAgenda(apart, operation, drawn)];
            single.push(...(await verdictsOf(apart, alone)).map(codeOf));
          }
          // Whether an undo waits for one without a receipt shows only where both are sent together.
          const waits = (index: number) => codeOf(whole[index] ?? {}) === "DEPENDENCY_PENDING";
          const decided = <T>(all: readonly T[]) => all.filter((_, index) => !waits(index));
          expect(decided(whole).map(codeOf)).toEqual(decided(single));
        },
      ),
      { numRuns: campaignSize("DRAWN_CASES", 10) },
    );
  });

  test("with a valid envelope has a verdict for each operation, and no fault", async () => {
    const scope = await buildScope(em);
    await fc.assert(
      fc.asyncProperty(
        fc.array(oddOperations(scope.agenda), { minLength: 1, maxLength: 20 }),
        async (operations) => {
          const { results } = await submit(deps, scope, operations);
          expect(results).toHaveLength(operations.length);
          for (const result of results) operationResultSchema.parse(result);
          expect(results.map((result) => result.rejectionCode)).not.toContain(
            "TEMPORARILY_UNPROCESSED",
          );
        },
      ),
      { numRuns: campaignSize("DRAWN_CASES", 40) },
    );
    expect(log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

/** The same operations on the tasks of another agenda. */
function onAgenda(to: BuiltScope, operation: Operation, from: BuiltScope): Operation {
  const [ours, theirs] = [idsOf(from), idsOf(to)];
  const translated = ours.reduce(
    (text, id, index) => text.replaceAll(id, theirs[index] ?? id),
    JSON.stringify(operation.payload),
  );
  const payload = operationSchema.shape.payload.parse(JSON.parse(translated));
  const { damaged: _damaged, ...asQueued } = payload;
  return { ...operation, payload, payloadChecksum: checksumOf(asQueued) };
}

function idsOf({ agenda }: BuiltScope): readonly string[] {
  const { habit, supplement, meal, water, steps } = agenda;
  return [habit, supplement, meal, water, steps].flatMap(({ id, items }) => [
    id,
    ...items.map((item) => item.id),
  ]);
}

/** Everything that a batch may have changed in a relationship, as one text. */
async function stateOf({ relationshipId }: BuiltScope): Promise<string> {
  const tables = [
    "agenda_task",
    "agenda_task_item",
    "agenda_task_event",
    "quick_log_operation",
    "sync_batch",
    "deferred_operation",
    "relationship_scope",
    "scope_change",
  ];
  const texts: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]')::text as rows
      from ${sql.table(table)} t where t.relationship_id = ${relationshipId}
    `.execute(em.fork().getKysely());
    texts.push(`${table} ${rows[0]?.rows ?? ""}`);
  }
  // Alarms about wrong checksums depend on their number, which includes repeated operations.
  const { rows } = await sql<{ rows: string }>`
    select jsonb_build_array(
      (select count(*) from outbox where type <> 'DeviceChecksumsMismatched'), (select count(*) from sync_request), (select count(*) from sync_answers),
      (select jsonb_agg(jsonb_build_array(chain_seq, chain_hash) order by id) from device)
    )::text as rows`.execute(em.fork().getKysely());
  const receipts = JSON.stringify(await fullReceipts(em, [relationshipId]));
  const count = await countReceipts(em, { relationshipId });
  return [...texts, rows[0]?.rows, receipts, count].join("\n");
}

async function verdictsOf(scope: BuiltScope, operations: readonly Operation[]) {
  const { results } = await submit(deps, scope, operations);
  return results.map((result) => ({ ...result, diagnosticsRef: "", retryAfterSeconds: 0 }));
}

function replayed<T extends { readonly status: string }>(results: readonly T[]) {
  return results.map((result) => ({
    ...result,
    status: result.status === "ACCEPTED" ? "ALREADY_ACCEPTED" : result.status,
  }));
}
