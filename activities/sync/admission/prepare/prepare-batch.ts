import type { Operation } from "../../../../contract/sync/schema.ts";
import type { FieldError } from "../../../../contract/refusal.ts";
import { findForbiddenContent } from "../../../../rules/sync/find-forbidden-content.ts";
import { type YieldRegularly, yieldRegularly } from "../../../yield-regularly.ts";
import { prepareBody, type StorableBody } from "../../receipts/prepare-body.ts";
import type { OperationFeature } from "../../operation-feature.ts";
import type { AdmissionRequest } from "../admission.ts";
import { checksumOf, judgeOperation, type Judged, type PayloadContent } from "./judge-operation.ts";
import { findFaultsOfBatch } from "./find-faults-of-batch.ts";

/**
 * Judges every operation and what may be stored of the request, before the transaction opens. It yields between
 * operations, so that the process serves others meanwhile.
 */
export async function prepareBatch<Extra>(
  request: AdmissionRequest<Extra>,
  features: readonly OperationFeature[],
): Promise<PreparedBatch<Extra>> {
  const { operations, actor, faultyOrdinals, isOurs = false } = request;
  const faults = findFaultsOfBatch(operations, features);
  const turn = yieldRegularly();
  const judgements: Judged[] = [];
  const forbidden: (string | null)[] = [];
  for (const [ordinal, operation] of operations.entries()) {
    const faulty = faultyOrdinals.has(ordinal);
    const content = await inspectPayload(operation, { faulty, isOurs }, turn);
    await turn();
    judgements.push(judgeOperation(operation, { features, actor, faulty, content }));
    forbidden.push(content.forbiddenAt);
    await turn();
  }
  const body = await prepareBody({ ...request, forbidden });
  const judged = (ordinal: number) => at(judgements, ordinal);
  return { request, body, judged, faults, seemsKnown: false, isolates: false };
}

/** A batch with everything that can be judged about it before the locks, and how to attempt it. */
export interface PreparedBatch<Extra = undefined> {
  readonly request: AdmissionRequest<Extra>;
  /** The storable part of the request. */
  readonly body: StorableBody;
  /** The judgement of an operation by its own content: checksum, hygiene, schema. */
  readonly judged: (ordinal: number) => Judged;
  /** Faults of the batch as a whole; reported only once the device's access is checked. */
  readonly faults: readonly FieldError[];
  /** This process answered it before: nothing of it was judged, and no rows are read with the locks. */
  readonly seemsKnown: boolean;
  /** A load or a write failed before: the failing operations are isolated. */
  readonly isolates: boolean;
}

/** A batch that was assumed to be known is not; it starts again, prepared. */
export class NewAfterAll extends Error {
  override readonly name = "NewAfterAll";
}

async function inspectPayload(
  { payload, payloadChecksum }: Operation,
  { faulty, isOurs }: { readonly faulty: boolean; readonly isOurs: boolean },
  turn: YieldRegularly,
): Promise<PayloadContent> {
  const forbiddenAt = findForbiddenContent(payload);
  await turn();
  if (faulty) return { forbiddenAt, checksum: null };
  // A checksum that this process just computed is not computed again.
  return { forbiddenAt, checksum: isOurs ? payloadChecksum : checksumOf(payload) };
}

/** If a batch was answered before, most likely all of it is known, so nothing of it is judged. */
export function prepareKnown<Extra>(
  request: AdmissionRequest<Extra>,
  features: readonly OperationFeature[],
): PreparedBatch<Extra> {
  const refuse = () => {
    throw new NewAfterAll("A batch that was answered before has new operations");
  };
  return {
    request,
    body: { text: refuse, lengthOf: refuse },
    judged: refuse,
    faults: findFaultsOfBatch(request.operations, features),
    seemsKnown: true,
    isolates: false,
  };
}

function at(judgements: readonly Judged[], ordinal: number): Judged {
  const judged = judgements[ordinal];
  if (judged === undefined) throw new RangeError("The batch has no operation with this ordinal");
  return judged;
}
