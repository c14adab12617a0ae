import type { z } from "zod";
import { refuseInstant, snoozeTask } from "../../activities/inbox/acts/snooze-task.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import type { snoozeTaskSchema } from "../../contract/inbox/act-schema.ts";
import type { Granted } from "../guard/access.ts";

/** @throws Refusal VALIDATION_FAILED for an instant from a phone; only the web may name one. */
export function requestedSnooze(
  { snoozePreset, snoozedUntil, ...fields }: z.output<typeof snoozeTaskSchema>,
  { caller }: Granted["workspace-coach"],
): TaskAct {
  const reason = fields.reason ?? null;
  if (snoozePreset !== undefined) return snoozeTask({ reason, until: { preset: snoozePreset } });
  if (snoozedUntil === undefined || caller.surface !== "WEB") throw refuseInstant();
  return snoozeTask({ reason, until: { at: new Date(snoozedUntil) } });
}
