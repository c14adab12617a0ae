import { storedBody } from "../receipts/stored-body.ts";
import type { OperationFeature } from "../operation-feature.ts";
import type { AdmissionRequest } from "./admission.ts";
import { judgeOperation, type Judged } from "./judge-operation.ts";

/** What a batch tells by itself: no lock waits for it. */
export interface PreparedBatch {
  /** The request as it may be stored. */
  readonly body: () => string;
  /** The operation at a place, by its own content: checksum, hygiene, schema. */
  readonly judged: (ordinal: number) => Judged;
}

/**
 * Judges every operation and what may be stored of the request, before the transaction opens; or, of a batch that
 * was answered before, what of it is new after all, when that is asked for.
 */
export function prepareBatch(
  request: AdmissionRequest,
  { features, known }: { readonly features: readonly OperationFeature[]; readonly known: boolean },
): PreparedBatch {
  const { operations, actor, faultyOrdinals } = request;
  const judgements = new Map<number, Judged>();
  const judged = (ordinal: number): Judged => {
    const operation = operations[ordinal];
    if (operation === undefined) throw new RangeError("A batch has no such place");
    const earlier = judgements.get(ordinal);
    if (earlier !== undefined) return earlier;
    const faulty = faultyOrdinals.has(ordinal);
    const judgement = judgeOperation(operation, { features, actor, faulty });
    judgements.set(ordinal, judgement);
    return judgement;
  };
  if (known) return { body: () => storedBody(request), judged };
  for (const ordinal of operations.keys()) judged(ordinal);
  const body = storedBody(request);
  return { body: () => body, judged };
}
