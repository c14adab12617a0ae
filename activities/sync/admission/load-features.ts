import { pipeline, type QueryExecutor } from "../../../db/platform/pipeline/pipeline.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type {
  AdmissionScope,
  LoadedRows,
  NamedOperation,
  OperationFeature,
} from "../operation-feature.ts";
import { namedInPlace } from "../../../rules/sync/judge-resubmission.ts";
import type { FreshOperation } from "./classify-operations.ts";
import { orBatchFault } from "./batch-fault.ts";
import { readyByFeature, type Copies } from "./decide-queue.ts";
import type { PreparedBatch } from "./prepare/prepare-batch.ts";

/**
 * Reads the rows that the payloads of operations name, together with the locks. Nothing is read for a batch that seems
 * known, or whose operations are decided in parts.
 */
export async function loadNamed<Extra>(
  executor: QueryExecutor,
  { request, judged, seemsKnown, isolates }: PreparedBatch<Extra>,
): Promise<NamedRows> {
  if (seemsKnown || isolates) return new Map();
  const named = new Map<OperationFeature, NamedOperation<unknown>[]>();
  for (const [ordinal, operation] of request.operations.entries()) {
    const judgement = judged(ordinal);
    if (judgement.kind !== "VALID") continue;
    const { feature, intent } = judgement;
    const { clientOperationId, operationType } = operation;
    const inPlaceOf = namedInPlace(operation);
    const ofFeature = named.get(feature) ?? [];
    ofFeature.push({ clientOperationId, operationType, intent, inPlaceOf });
    named.set(feature, ofFeature);
  }
  const { relationshipId } = request;
  const sent = Array.from(
    named,
    async ([feature, ofFeature]) =>
      [feature, await feature.load(relationshipId, ofFeature)(executor)] as const,
  );
  return new Map(await Promise.all(sent));
}

/** The rows that each feature read together with the locks. */
export type NamedRows = ReadonlyMap<OperationFeature, LoadedRows<unknown>>;

/**
 * Loads the working copies of a batch, and reads what depends on its state together for all features. A feature reads
 * its rows now if they were not read with the locks, or if its operations name records made offline before.
 */
export async function loadCopies(tx: Tx, { scope, fresh, rows }: LoadedBatch): Promise<Copies> {
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

/** The fresh operations of a batch, and the rows read for them. */
interface LoadedBatch {
  readonly scope: AdmissionScope;
  readonly fresh: readonly FreshOperation[];
  readonly rows: NamedRows;
}

function namesLocalIds({ judged }: FreshOperation): boolean {
  return judged.kind === "VALID" && judged.references.length > 0;
}

function featureOf(judged: FreshOperation["judged"]): OperationFeature | null {
  return judged.kind === "VALID" ? judged.feature : null;
}
