import type { Operation } from "../../../contract/sync/schema.ts";
import type { FieldError } from "../../../contract/refusal.ts";
import { findForbiddenContent } from "../../../rules/sync/find-forbidden-content.ts";
import { type YieldRegularly, yieldRegularly } from "../../yield-regularly.ts";
import { prepareBody, type StorableBody } from "../receipts/stored-body.ts";
import type { OperationFeature } from "../operation-feature.ts";
import type { AdmissionRequest } from "./admission.ts";
import { checksumOf, judgeOperation, type Judged, type PayloadContent } from "./judge-operation.ts";
import { findFaultsOfBatch } from "./require-admissible.ts";

/** What a batch tells by itself: no lock waits for it. */
export interface PreparedBatch {
  /** What is kept of the request. */
  readonly body: StorableBody;
  /** The operation at a place, by its own content: checksum, hygiene, schema. */
  readonly judged: (ordinal: number) => Judged;
  /** What is wrong with the batch as a whole; told once it is known that the device may ask. */
  readonly faults: readonly FieldError[];
}

/** A batch that was taken for known is not: it is begun again, prepared. */
export class NewAfterAll extends Error {
  override readonly name = "NewAfterAll";
}

/**
 * Judges every operation and what may be stored of the request, before the transaction opens, operation by
 * operation, so that the process serves others meanwhile.
 */
export async function prepareBatch(
  request: AdmissionRequest,
  features: readonly OperationFeature[],
): Promise<PreparedBatch> {
  const { operations, actor, faultyOrdinals, isOurs = false } = request;
  const faults = findFaultsOfBatch(operations, features);
  const turn = yieldRegularly();
  const judgements: Judged[] = [];
  const forbidden: (string | null)[] = [];
  for (const [ordinal, operation] of operations.entries()) {
    const faulty = faultyOrdinals.has(ordinal);
    const content = await lookThrough(operation, { faulty, isOurs }, turn);
    await turn();
    judgements.push(judgeOperation(operation, { features, actor, faulty, content }));
    forbidden.push(content.forbiddenAt);
    await turn();
  }
  const body = await prepareBody({ ...request, forbidden });
  return { body, judged: (ordinal) => at(judgements, ordinal), faults };
}

async function lookThrough(
  { payload, payloadChecksum }: Operation,
  { faulty, isOurs }: { readonly faulty: boolean; readonly isOurs: boolean },
  turn: YieldRegularly,
): Promise<PayloadContent> {
  const forbiddenAt = findForbiddenContent(payload);
  await turn();
  if (faulty) return { forbiddenAt, checksum: null };
  // What was hashed here a moment ago is not hashed again.
  return { forbiddenAt, checksum: isOurs ? payloadChecksum : checksumOf(payload) };
}

/** Of a batch that was answered before most likely all is known: nothing of it is judged. */
export function takeForKnown(
  { operations }: AdmissionRequest,
  features: readonly OperationFeature[],
): PreparedBatch {
  const refuse = () => {
    throw new NewAfterAll("A batch that was answered before has new operations");
  };
  return {
    body: { text: refuse, lengthOf: refuse },
    judged: refuse,
    faults: findFaultsOfBatch(operations, features),
  };
}

function at(judgements: readonly Judged[], ordinal: number): Judged {
  const judged = judgements[ordinal];
  if (judged === undefined) throw new RangeError("A batch has no such place");
  return judged;
}
