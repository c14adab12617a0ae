import type { z } from "zod";
import type {
  dismissTaskSchema,
  resolveTaskSchema,
  reviewSourceSchema,
} from "../../../contract/inbox/act-schema.ts";
import { dismissing } from "./dismissing.ts";
import { reviewing } from "./reviewing.ts";
import { resolving } from "./resolving.ts";
import type { TaskAct } from "./task-act.ts";

/** A requested act on a task, without the revision that the coach saw. */
type RequestedAct<Schema extends z.ZodType> = Omit<z.output<Schema>, "expectedRevision">;

export function resolvingAs({
  resolutionType,
  note = null,
  linkedActionId = null,
}: RequestedAct<typeof resolveTaskSchema>): TaskAct {
  return resolving({ resolutionType, note, linkedActionId });
}

export function reviewingAs({ note = null }: RequestedAct<typeof reviewSourceSchema>): TaskAct {
  return reviewing({ note });
}

export function dismissingAs(requested: RequestedAct<typeof dismissTaskSchema>): TaskAct {
  const { dismissReason, note = null, duplicateOf = null, untilOccurrences = null } = requested;
  return dismissing({ dismissReason, note, duplicateOf, untilOccurrences });
}
