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
  NOT_OFFERED: ["/resolution", "This kind of conflict does not offer it"],
  OTHER_DRAFT: ["/draft/clientSessionId", "The conflict is of another draft"],
  OLDER_DRAFT: ["/draft/frozenRevision", "The draft was refused at a newer revision"],
  NOT_RESUBMITTED: [
    "/operationIds",
    "None of them was accepted in place of the refused operation: send one with its id as resubmitOf first",
  ],
  ALREADY_RESOLVED: ["/resolution", "The conflict was resolved otherwise"],
  NOT_DONE: ["/resolution", "It could not be done: read the conflict again"],
};
