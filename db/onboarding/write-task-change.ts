import type { QueryCreator } from "kysely";
import type { ClientOnboardingStatus } from "../../contract/accounts/vocabulary.ts";
import type {
  OnboardingTaskEventType,
  OnboardingTaskStatus,
  ReminderCadence,
  ResumedWorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";
import { combined, json } from "../platform/statements/sql-parts.ts";
import { tables, type Tables } from "../tables.ts";
import { newId } from "../platform/new-id.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { auditedName } from "./append-onboarding-audit.ts";
import type { Evidence, OnboardingActing } from "./onboarding-acting.ts";

/**
 * Writes a change of a task and its consequences in one statement: task, history, audit, workflow, blocks, profile.
 * The caller has locked the relationship.
 *
 * @throws Error if the task has changed since it was read.
 */
export async function writeTaskChange(tx: Tx, write: TaskWrite): Promise<void> {
  const { taskId, revision, now, status, reminders, events, submissionId } = write;
  const happened = (...types: readonly OnboardingTaskEventType[]) =>
    events.some((type) => types.includes(type));
  const remembered = remembering(tx, write);
  const { numUpdatedRows } = await moving(remembered, write)
    .updateTable("onboardingTask")
    .set({
      status,
      revision: revision + 1,
      updatedAt: now,
      ...(happened("opened", "resumed") && { openedAt: now }),
      ...(happened("skipped") && { skippedAt: now }),
      ...(happened("completed") && { completedAt: now }),
      ...(happened("cancelled") && { cancelledAt: now }),
      ...(happened("expired") && { expiredAt: now }),
      ...(submissionId !== null && { submissionId }),
      reminderCadence: reminders?.cadence ?? null,
      remindersFrom: reminders?.from ?? null,
      nextReminderAt: reminders?.at ?? null,
    })
    .set(({ ref }) => ({ payload: combined(ref("payload"), "||", json(write.payload)) }))
    .where("id", "=", taskId)
    .where("revision", "=", revision)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error("An onboarding task changed under its lock");
}

/** A task's event, as it is stored. */
export interface TaskHistory {
  readonly instanceId: string;
  readonly taskId: string;
  readonly events: readonly OnboardingTaskEventType[];
  readonly actor: OnboardingActing;
  readonly evidence: Evidence;
  readonly now: Date;
}

/** A change of a task, its onboarding and its client's profile. */
export interface TaskWrite extends TaskHistory {
  readonly clientUserId: string;
  /** Revision at which the task was read. */
  readonly revision: number;
  readonly status: OnboardingTaskStatus;
  readonly submissionId: string | null;
  /** Null if there are none (any more). */
  readonly reminders: {
    readonly cadence: ReminderCadence;
    readonly from: string;
    readonly at: Date | null;
  } | null;
  /** Merged into the task's payload. */
  readonly payload: Evidence;
  /** Null if workflow, blocks and profile stay unchanged. */
  readonly workflow: WorkflowAfter | null;
}

interface WorkflowAfter {
  readonly status: ResumedWorkflowStatus;
  readonly profileStatus: ClientOnboardingStatus;
  readonly isBlocked: boolean;
  readonly isPending: boolean;
}

/** Starts a statement that stores an event and an audit entry for each change; the caller continues it. */
export function remembering(tx: Tx, ...histories: readonly TaskHistory[]): QueryCreator<Tables> {
  const happened = histories.flatMap(({ instanceId, taskId, actor, evidence, events, now }) =>
    events.map((type) => {
      const row = { instanceId, taskId, actorKind: actor.kind, metadata: json(evidence) };
      return { row, type, actor, now };
    }),
  );
  return tables(tx)
    .with("remembered", (part) =>
      part.insertInto("onboardingTaskEvent").values(
        happened.map(({ row, type, actor, now }) => ({
          ...row,
          id: newId(),
          type,
          actorUserId: actor.userId,
          occurredAt: now,
        })),
      ),
    )
    .with("audited", (part) =>
      part.insertInto("onboardingAuditEvent").values(
        happened.map(({ row, type, actor, now }) => ({
          ...row,
          id: newId(),
          eventType: type,
          actor: auditedName(actor),
          createdAt: now,
        })),
      ),
    );
}

/** A paused workflow changes the status that it resumes with. */
function moving(
  statement: QueryCreator<Tables>,
  { workflow, instanceId, clientUserId, taskId, now }: TaskWrite,
): QueryCreator<Tables> {
  if (workflow === null) return statement;
  const { status, isBlocked, isPending, profileStatus } = workflow;
  return statement
    .with("moved", (part) =>
      part
        .updateTable("onboardingInstance")
        .set((instance) => ({
          status: instance
            .case()
            .when("status", "=", "PAUSED")
            .then(instance.ref("status"))
            .else(status)
            .end(),
          resumesAs: instance.case().when("status", "=", "PAUSED").then(status).end(),
          programAssignmentBlocked: isBlocked,
          nutritionAssignmentBlocked: isBlocked,
          currentTaskId: isPending ? taskId : null,
          finishedAt: isPending ? null : instance.fn.coalesce("finishedAt", instance.val(now)),
          updatedAt: now,
        }))
        .where("id", "=", instanceId),
    )
    .with("told", (part) =>
      part
        .updateTable("clientProfile")
        .set({ onboardingStatus: profileStatus, updatedAt: now })
        .where("userId", "=", clientUserId)
        .where("onboardingStatus", "<>", profileStatus),
    );
}
