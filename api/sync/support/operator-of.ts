import type { Operator } from "../../../activities/sync/support/audit-access.ts";
import { principalOf } from "../../guard/principal-of.ts";
import type { OperatorAccess } from "../../guard/caller.ts";
import type { ApiDeps } from "../../api-deps.ts";
import type { RequestFacts } from "../../endpoint.ts";

/**
 * The operator of a request, in a form for the audit.
 *
 * @param reason from the body, if it contains one; by default that of the header.
 */
export function operatorOf(
  input: {
    readonly granted: OperatorAccess;
    readonly request: RequestFacts;
    readonly deps: ApiDeps;
  },
  reason = input.granted.reason ?? "",
): Operator {
  const { granted, request, deps } = input;
  const actor = principalOf(granted, request, deps).key;
  return { actor, role: granted.role, reason, requestId: request.requestId };
}
