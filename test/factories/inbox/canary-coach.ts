import { expect } from "@jest/globals";
import { actOnTask } from "../../../activities/inbox/acts/act-on-task.ts";
import { dismissTask } from "../../../activities/inbox/acts/dismiss-task.ts";
import { reviewSource } from "../../../activities/inbox/acts/review-source.ts";
import { resolveTask } from "../../../activities/inbox/acts/resolve-task.ts";
import { snoozeTask } from "../../../activities/inbox/acts/snooze-task.ts";
import type { TaskAct } from "../../../activities/inbox/acts/task-act.ts";
import { settleSources } from "../../../activities/inbox/settle-sources.ts";
import { SOURCE_KINDS, type SourceKind } from "../../../contract/inbox/source-vocabulary.ts";
import { CoachTask } from "../../../db/inbox/coach-task.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { type CanaryGround, WORDS } from "./canary-texts.ts";
import { coachPhone, queuedAct, sendAsCoach } from "./coach-phone.ts";
import { verdictsOf } from "../sync/verdicts.ts";

/** The inbox scans every source of the client. */
export const scanSources = ({ em, scope }: CanaryGround) =>
  transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds: [scope.relationshipId],
      kinds: SOURCE_KINDS,
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );

/** A coach writes text wherever a task accepts it. */
export async function coachWrites({ em, scope, admission }: CanaryGround): Promise<void> {
  const { workspaceId, relationshipId, coachUserId: byUserId } = scope;
  const act = async (task: CoachTask | undefined, does: TaskAct) => {
    if (task === undefined) throw new Error("There is no such task");
    const acting = { workspaceId, taskId: task.id, byUserId, expectedRevision: null };
    await transact(em, (tx) => actOnTask(tx, { ...acting, requestId: "canary" }, does));
  };
  const ofKind = (sourceKind: SourceKind) =>
    em.fork().find(CoachTask, { relationshipId, sourceKind, status: "OPEN" });
  const [first, second, third, fourth] = await ofKind("MESSAGE");
  const outside = { resolutionType: "HANDLED_OUTSIDE_APP", linkedActionId: null } as const;
  const none = { dismissReason: "NOT_RELEVANT", duplicateOf: null } as const;
  const until = { preset: "ONE_HOUR" } as const;
  await act(first, resolveTask({ ...outside, note: WORDS.resolution }));
  await act(second, dismissTask({ ...none, note: WORDS.dismissal, untilOccurrences: null }));
  await act(third, snoozeTask({ until, reason: WORDS.snooze }));
  await act((await ofKind("FORM"))[0], reviewSource({ note: WORDS.review }));
  const fields = { resolutionType: "HANDLED_OUTSIDE_APP", note: WORDS.queued };
  const operation = queuedAct("resolve", fourth?.id ?? "", fields, {
    expectedRevision: fourth?.revision ?? 0,
  });
  const phone = await coachPhone(em, scope);
  const { results } = await sendAsCoach(admission, scope, phone, [operation]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
}
