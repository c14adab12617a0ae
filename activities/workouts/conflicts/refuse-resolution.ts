import { Refusal } from "../../../contract/refusal.ts";
import type {
  RefusedResolution,
  ResolutionFault,
} from "../../../rules/workouts/conflicts/judge-resolution.ts";

/** The problem for a refused choice: the reason, and the permitted choices. */
export function refuseResolution({ fault, allowed }: RefusedResolution): Refusal {
  const [pointer, message] = FAULTS[fault];
  return new Refusal(fault === "NOT_OFFERED" ? "RESOLUTION_NOT_ALLOWED" : "STATE_CONFLICT", {
    errors: [{ pointer, code: fault, message }],
    allowedResolutions: allowed,
  });
}

/** The pointer of each fault, and a sentence for the app's developer. */
const FAULTS: Readonly<Record<ResolutionFault, readonly [pointer: string, message: string]>> = {
  NOT_OFFERED: ["/resolution", "This kind of conflict does not offer this resolution"],
  OTHER_DRAFT: ["/draft/clientSessionId", "The conflict belongs to another draft"],
  OLDER_DRAFT: ["/draft/frozenRevision", "The draft was refused at a newer revision"],
  NOT_RESUBMITTED: [
    "/operationIds",
    "No operation was accepted in place of the refused one: first send one with its id as resubmitOf",
  ],
  ALREADY_RESOLVED: ["/resolution", "The conflict was resolved in another way"],
  NOT_DONE: ["/resolution", "The resolution failed: read the conflict again"],
};
