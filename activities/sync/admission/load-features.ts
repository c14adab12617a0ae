import { pipeline, type QueryExecutor, type Statement } from "../../../db/pipeline.ts";
import type { Tx } from "../../../db/transact.ts";
import type {
  AdmissionScope,
  LoadedRows,
  NamedOperation,
  OperationFeature,
} from "../operation-feature.ts";
import { namedInPlace } from "../../../rules/sync/judge-resubmission.ts";
import type { AdmissionRequest } from "./admission.ts";
import type { FreshOperation } from "./classify-operations.ts";
import { orBatchFault } from "./batch-fault.ts";
import { readyByFeature, type Copies } from "./decide-queue.ts";
import type { PreparedBatch } from "./prepare-batch.ts";

/** The reads of each feature, sent together with the locks. */
export type Wanted = ReadonlyMap<OperationFeature, Statement<LoadedRows<unknown>>>;

/** The rows that each feature read together with the locks. */
export type NamedRows = ReadonlyMap<OperationFeature, LoadedRows<unknown>>;

/** Nothing is read with the locks: the operations are known, or are decided in parts. */
export const NOTHING_WANTED: Wanted = new Map();

/** The rows that operations name, as far as their payloads say. */
export function wantedRows(
  { relationshipId, operations }: Pick<AdmissionRequest, "relationshipId" | "operations">,
  { judged }: PreparedBatch,
): Wanted {
  const named = new Map<OperationFeature, NamedOperation<unknown>[]>();
  for (const [ordinal, operation] of operations.entries()) {
    const judgement = judged(ordinal);
    if (judgement.kind !== "VALID") continue;
    const { feature, intent } = judgement;
    const ofFeature = named.get(feature) ?? [];
    const { clientOperationId, operationType } = operation;
    const inPlaceOf = namedInPlace(operation);
    ofFeature.push({ clientOperationId, operationType, intent, inPlaceOf });
    named.set(feature, ofFeature);
  }
  return new Map(
    [...named].map(([feature, ofFeature]) => [feature, feature.load(relationshipId, ofFeature)]),
  );
}

/** Sends the reads of all features. */
export async function loadNamed(executor: QueryExecutor, wanted: Wanted): Promise<NamedRows> {
  const sent = [...wanted].map(
    async ([feature, statement]) => [feature, await statement(executor)] as const,
  );
  return new Map(await Promise.all(sent));
}

/**
 * Loads the working copies of a batch, and reads what depends on its state together for all features. A feature reads
 * its rows now if they were not read with the locks, or if its operations name records made offline before.
 */
export async function loadCopies(
  tx: Tx,
  scope: AdmissionScope,
  { fresh, rows }: { readonly fresh: readonly FreshOperation[]; readonly rows: NamedRows },
): Promise<Copies> {
  const linked = new Set(fresh.filter(namesLocalIds).map(({ judged }) => featureOf(judged)));
  const copies = [...readyByFeature(fresh, new Map())].map(([feature, ready]) => {
    const read = linked.has(feature) ? undefined : rows.get(feature);
    return async (executor: QueryExecutor) => {
      const loaded = read ?? (await feature.load(scope.relationshipId, ready)(executor));
      return [feature, await loaded.copy(scope, ready)(executor)] as const;
    };
  });
  const sent = await orBatchFault(() =>
    pipeline(tx, (executor) => copies.map((copy) => copy(executor))),
  );
  return new Map(sent);
}

function namesLocalIds({ judged }: FreshOperation): boolean {
  return judged.kind === "VALID" && judged.references.length > 0;
}

function featureOf(judged: FreshOperation["judged"]): OperationFeature | null {
  return judged.kind === "VALID" ? judged.feature : null;
}
