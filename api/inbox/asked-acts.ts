import type { z } from "zod";
import type { TaskAct } from "../../activities/inbox/acts/act-on-task.ts";
import { dismissing, resolving, reviewing } from "../../activities/inbox/acts/close-task.ts";
import { refuseInstant, snoozing } from "../../activities/inbox/acts/snooze-task.ts";
import type {
  dismissTaskSchema,
  resolveTaskSchema,
  reviewSourceSchema,
  snoozeTaskSchema,
} from "../../contract/inbox/act-schema.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { mayOpen } from "../../rules/inbox/may-open.ts";
import type { Granted } from "../guard/access.ts";

type Coach = Granted["workspace-coach"];

/** What a request asks to be done, of one task or of many. */
export function resolvingAs({
  resolutionType,
  note = null,
  linkedActionId = null,
}: z.output<typeof resolveTaskSchema>): TaskAct {
  return resolving({ resolutionType, note, linkedActionId });
}

export function reviewingAs(
  { note = null }: z.output<typeof reviewSourceSchema>,
  { workspace }: Coach,
): TaskAct {
  const permissions = MEMBER_PERMISSIONS[workspace.role];
  return reviewing({ note, mayOpen: ({ sourceContext }) => mayOpen(sourceContext, permissions) });
}

export function dismissingAs(body: z.output<typeof dismissTaskSchema>): TaskAct {
  const { dismissReason, note = null, duplicateOf = null, untilOccurrences = null } = body;
  return dismissing({ dismissReason, note, duplicateOf, untilOccurrences });
}

/** @throws Refusal VALIDATION_FAILED (an instant, and not on the web). */
export function snoozingAs(
  { snoozePreset, snoozedUntil, ...said }: z.output<typeof snoozeTaskSchema>,
  { caller }: Coach,
): TaskAct {
  const reason = said.reason ?? null;
  if (snoozePreset !== undefined) return snoozing({ reason, until: { preset: snoozePreset } });
  if (snoozedUntil === undefined || caller.surface !== "WEB") throw refuseInstant();
  return snoozing({ reason, until: { at: new Date(snoozedUntil) } });
}
