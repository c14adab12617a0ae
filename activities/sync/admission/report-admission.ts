import { countMismatches } from "../devices/count-mismatches.ts";
import type { AdmissionDeps, AdmissionRequest, Admit, AdmittedBatch } from "./admission.ts";

/** Remembers each answered batch, logs its faults, and counts checksums that do not match. */
export function reportAdmission(deps: AdmissionDeps, admit: Admit): Admit {
  return async (request) => {
    const admitted = await admit(request);
    const { results } = admitted;
    if (results.every(({ receiptId }) => receiptId !== null)) deps.recent.add(request);
    logBatch(deps, request, admitted);
    await countMismatches(deps, { ...request, results });
    return admitted;
  };
}

/**
 * Logs one line for a batch with crashed operations or refusals without a receipt. Support finds it by the references
 * in the answers.
 */
function logBatch(
  { log }: AdmissionDeps,
  { requestId, deviceId }: Pick<AdmissionRequest, "requestId" | "deviceId">,
  { results, faults }: Pick<AdmittedBatch, "results" | "faults">,
): void {
  const refused = results
    .filter(({ diagnosticsRef, receiptId }) => diagnosticsRef && diagnosticsRef !== receiptId)
    .filter(({ rejectionCode }) => rejectionCode !== "TEMPORARILY_UNPROCESSED")
    .map(({ diagnosticsRef, rejectionCode }) => ({ diagnosticsRef, rejectionCode }));
  const line = { requestId, deviceId, refused };
  if (faults.length > 0) log.error({ ...line, faults }, "operations were deferred");
  else if (refused.length > 0) log.info(line, "refused, no receipt");
}
