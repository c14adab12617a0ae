import { inSpan } from "../../../db/platform/tracing/spans.ts";
import type { AdmissionDeps, Admit } from "./admission.ts";
import { admitBatch } from "./admit-batch.ts";
import { reportAdmission } from "./report-admission.ts";
import { type Attempt, retryAdmission } from "./retry-admission.ts";

/**
 * Composes the admission of a process. An attempt at a batch is one transaction. Around it, from the inside out: it is
 * watched while it runs, retried, queued behind others of its relationship, reported and traced.
 */
export function composeAdmission(deps: AdmissionDeps): Admit {
  const { queue, underWay } = deps;
  const attempt: Attempt = (prepared) => underWay.during(() => admitBatch(deps, prepared));
  const retried: Admit = (request) => retryAdmission(deps, request, attempt);
  const queued: Admit = (request) => queue.run(request, () => retried(request));
  const reported = reportAdmission(deps, queued);
  return (request) =>
    inSpan(
      "admission",
      () => reported(request),
      () => ({ "sideline.operations": request.operations.length }),
    );
}
