import type { z } from "zod";
import type {
  dismissTaskSchema,
  resolveTaskSchema,
  reviewSourceSchema,
} from "../../../contract/inbox/act-schema.ts";
import { dismissTask } from "./dismiss-task.ts";
import { reviewSource } from "./review-source.ts";
import { resolveTask } from "./resolve-task.ts";
import type { TaskAct } from "./task-act.ts";

/** A requested act on a task, without the revision that the coach saw. */
type RequestedAct<Schema extends z.ZodType> = Omit<z.output<Schema>, "expectedRevision">;

export function requestedResolution({
  resolutionType,
  note = null,
  linkedActionId = null,
}: RequestedAct<typeof resolveTaskSchema>): TaskAct {
  return resolveTask({ resolutionType, note, linkedActionId });
}

export function requestedReview({
  note = null,
  submissionIds,
}: RequestedAct<typeof reviewSourceSchema>): TaskAct {
  return reviewSource({ note, submissionIds: submissionIds ?? null });
}

export function requestedDismissal(requested: RequestedAct<typeof dismissTaskSchema>): TaskAct {
  const { dismissReason, note = null, duplicateOf = null, untilOccurrences = null } = requested;
  return dismissTask({ dismissReason, note, duplicateOf, untilOccurrences });
}
