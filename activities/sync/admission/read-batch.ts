import type { ScopeState } from "../../../contract/sync/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { pipeline } from "../../../db/platform/pipeline/pipeline.ts";
import { forceGenericPlans } from "../../../db/platform/pipeline/force-generic-plans.ts";
import { findAdmission, type AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import { findSyncDevice } from "../../../db/sync/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { restoredLately } from "../../../rules/sync/judge-after-restore.ts";
import { readNamedBatch, requireSameBatch } from "../client-batches/read-named-batch.ts";
import { readClientClock } from "../devices/read-client-clock.ts";
import { requireSameSession } from "../devices/require-same-session.ts";
import type { AdmissionScope } from "../operation-feature.ts";
import type { AdmissionDeps, AdmissionRequest } from "./admission.ts";
import { orBatchFault } from "./batch-fault.ts";
import {
  classifyOperations,
  type ClassifiedOperation,
  type FreshOperation,
} from "./classify-operations.ts";
import { inheritPlaces, type Replacement } from "./inherit-places.ts";
import { loadNamed, type NamedRows } from "./load-features.ts";
import { newestDayOf } from "./newest-day-of.ts";
import type { PreparedBatch } from "./prepare/prepare-batch.ts";
import { referencedIds } from "./references/reference-states.ts";
import { requireReachable } from "./require-reachable.ts";
import { waitForMedia } from "./wait-for-media.ts";

/**
 * Locks the scope, reads everything that admission needs, and separates known operations from those to decide. If the
 * first operation is known, usually the whole batch is. It is then read without locks, and again with locks only if an
 * operation is new.
 *
 * @throws Refusal NOT_FOUND for an unknown or closed scope; DEVICE_REVOKED; IDEMPOTENCY_KEY_REUSED; VALIDATION_FAILED.
 */
export async function readBatch<Extra>(
  tx: Tx,
  { features }: AdmissionDeps,
  prepared: PreparedBatch<Extra>,
): Promise<Batch> {
  const [first] = prepared.request.operations;
  const batch = await read(first?.clientOperationId ?? null);
  return batch.isLocked || batch.isKnown ? batch : await read(null);

  async function read(unlessKnown: string | null): Promise<Batch> {
    const loaded = await load(tx, prepared, { features, unlessKnown });
    return await classify(tx, prepared, { features, loaded });
  }
}

/** The operations of a batch, with what to do about each. */
export interface Batch extends Loaded {
  readonly clock: ClockReading;
  readonly classified: readonly ClassifiedOperation[];
  readonly fresh: readonly FreshOperation[];
  /** Operations that late ones of this batch replace (see `inheritPlaces`). */
  readonly inherited: readonly Replacement[];
  /** True if nothing must be decided or written. */
  readonly isKnown: boolean;
}

/** The data read under the locks; it cannot change before the transaction ends. */
interface Loaded {
  readonly known: AdmissionState;
  readonly scopeState: ScopeState;
  readonly scope: AdmissionScope;
  /** Rows that the operations name. */
  readonly rows: NamedRows;
  /** False if the batch's first operation already has a receipt: then nothing is locked. */
  readonly isLocked: boolean;
  /** True if the device uses this batch name for the first time. */
  readonly isNewName: boolean;
}

type Features = Pick<AdmissionDeps, "features">;

/**
 * Locks and reads in one pipeline. The statements stay separate, so that each sees what the locks before it waited for.
 *
 * @param unlessKnown locks nothing when the device has a receipt for this operation.
 */
async function load<Extra>(
  tx: Tx,
  prepared: PreparedBatch<Extra>,
  { features, unlessKnown }: Features & { readonly unlessKnown: string | null },
): Promise<Loaded> {
  const { request } = prepared;
  const named = referencedIds(request.operations, features);
  const [, lineageId, batch, known, rows] = await pipeline(tx, (executor) => [
    forceGenericPlans(executor),
    lockAdmission(executor, request, unlessKnown),
    readNamedBatch(executor, request),
    findAdmission(executor, request, named),
    orBatchFault(() => loadNamed(executor, prepared)),
  ]);
  if (known === null || (lineageId === null && unlessKnown === null))
    throw await refuseUnknown(tx, request);
  const scopeState = requireReachable(known, request);
  requireSameSession(known, request);
  requireSameBatch(request, batch);
  const { workspaceId, now } = known;
  const restoredAt = restoredLately(known.restoredAt, now);
  const { lineageId: lineage } = known;
  const day = newestDayOf(known);
  const scope = { ...request, lineageId: lineage, workspaceId, now, restoredAt, ...day };
  const isNewName = request.clientBatchId !== undefined && batch === null;
  return { known, scopeState, scope, rows, isLocked: lineageId !== null, isNewName };
}

async function refuseUnknown(
  tx: Tx,
  { deviceId }: Pick<AdmissionRequest, "deviceId">,
): Promise<Refusal> {
  const device = await findSyncDevice(tx, deviceId);
  return new Refusal(device === null ? "DEVICE_REVOKED" : "NOT_FOUND");
}

async function classify<Extra>(
  tx: Tx,
  { request, faults: errors, judged }: PreparedBatch<Extra>,
  { features, loaded }: Features & { readonly loaded: Loaded },
): Promise<Batch> {
  const { known } = loaded;
  if (errors.length > 0) throw new Refusal("VALIDATION_FAILED", { errors });
  const clock = readClientClock(request, receivedAt(request, known.now));
  const sent = classifyOperations(request.operations, {
    ...request,
    known,
    features,
    clock,
    judged,
  });
  const classified = await waitForMedia(tx, sent, { ...request, features, now: known.now });
  const fresh = classified.filter((entry) => entry.kind === "FRESH");
  const inherited = inheritPlaces(classified, { known, clock, features });
  const isKnown = fresh.length === 0 && inherited.length === 0;
  return { ...loaded, clock, classified, fresh, inherited, isKnown };
}

/** When the request arrived, by the database's clock: it may have waited since, for locks and before. */
function receivedAt({ arrivedMs }: Pick<AdmissionRequest, "arrivedMs">, now: Date): Date {
  return new Date(now.getTime() - (performance.now() - arrivedMs));
}
