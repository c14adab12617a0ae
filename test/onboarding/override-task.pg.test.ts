import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { mailReplacedQuestionnaire } from "../../activities/onboarding/news/mail-replaced-questionnaire.ts";
import type { Override } from "../../activities/onboarding/overrides/override-task.ts";
import { nudgeTask } from "../../activities/onboarding/nudge-task.ts";
import { OVERRIDE_TYPES, type OverrideType } from "../../contract/onboarding/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { User } from "../../db/accounts/user.ts";
import { OnboardingAuditEvent } from "../../db/onboarding/onboarding-audit-event.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { OnboardingOverride } from "../../db/onboarding/onboarding-override.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { replacedQuestionnaireEmail } from "../../rules/onboarding/replaced-questionnaire-email.ts";
import { type BuiltCoach, buildCoach } from "../factories/accounts/identity.ts";
import { move, type Onboarded, traces } from "../factories/onboarding/onboarding-life.ts";
import {
  buildOnboardedAt,
  override,
  TASK_STATES,
  type TaskState,
} from "../factories/onboarding/onboarding-states.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
let coach: BuiltCoach;
let formVersionId = "";
beforeAll(async () => {
  coach = await buildCoach(em);
  ({ formVersionId } = await buildPublishedForm(em, coach));
});

/** The effects of an override on an open task: task (null: unchanged), workflow, and events by consumer. */
const OUTCOMES = {
  CANCEL: {
    task: "CANCELLED",
    workflow: "COMPLETED",
    profile: "COMPLETED",
    form: "CANCELLED",
    taskEvents: ["cancelled"],
    events: [
      "FormAssignmentCancelled",
      "OnboardingTaskCancelled",
      "ClientOnboardingFinished",
      "OnboardingTaskOverridden",
    ],
  },
  FORCE_COMPLETE: {
    task: "COMPLETED",
    workflow: "COMPLETED",
    profile: "COMPLETED",
    form: "CANCELLED",
    taskEvents: ["completed"],
    events: [
      "FormAssignmentCancelled",
      "OnboardingTaskCompleted",
      "ClientOnboardingCompleted",
      "ClientOnboardingFinished",
      "OnboardingTaskOverridden",
    ],
  },
  REASSIGN_QUESTIONNAIRE: {
    task: null,
    workflow: null,
    profile: null,
    form: "CANCELLED",
    taskEvents: [],
    events: [
      "FormAssignmentCancelled",
      "FormAssigned",
      "OnboardingQuestionnaireAssigned",
      "OnboardingQuestionnaireReplaced",
      "OnboardingTaskOverridden",
    ],
  },
  REQUEST_COMPLETION: {
    task: null,
    workflow: null,
    profile: null,
    form: "ASSIGNED",
    taskEvents: [],
    events: ["NotificationDecided", "OnboardingTaskOverridden"],
  },
} as const satisfies Record<OverrideType, unknown>;

const OPEN = ["READY", "OPENED", "SKIPPED_FOR_NOW"] as const;
const CLOSED = TASK_STATES.filter((state) => !OPEN.some((open) => open === state));

const feedLength = () => em.fork().count(OutboxRow, { consumer: "event-feed" });

describe("an override of an open task:", () => {
  test.each(each(OPEN))("%s when %s", async (type, state) => {
    const built = await buildOnboardedAt(em, state, { coach });
    const before = await stateOf(built);
    const rows = await feedLength();
    const done = await override(em, built, overrideOf(type));
    const after = await stateOf(built);
    const expected = OUTCOMES[type];
    const isOver = expected.task !== null;
    expect(after.task.status).toBe(expected.task ?? before.task.status);
    expect(after.instance.status).toBe(expected.workflow ?? before.instance.status);
    expect(after.profile).toBe(expected.profile ?? before.profile);
    expect(after.form.status).toBe(expected.form);
    expect(after.blocks).toEqual(isOver ? [false, false] : before.blocks);
    expect(after.task.reminderCadence).toBe(isOver ? null : before.task.reminderCadence);
    expect(after.instance.finishedAt === null).toBe(!isOver);
    expect(after.taskEvents).toEqual([...before.taskEvents, ...expected.taskEvents]);
    expect(after.overrides).toMatchObject([
      {
        id: done.overrideId,
        type,
        actorKind: "COACH",
        actorUserId: coach.userId,
        reason: "planted-reason",
        replacedFormAssignmentId: type === "REASSIGN_QUESTIONNAIRE" ? built.formAssignmentId : null,
      },
    ]);
    expect(await feedSince(rows)).toEqual(expected.events);
    const { instanceId } = built;
    const audits = await em
      .fork()
      .find(OnboardingAuditEvent, { instanceId, eventType: "overridden" });
    expect(audits).toMatchObject([
      { actor: coach.userId, metadata: { overrideId: done.overrideId, overrideType: type } },
    ]);
  });
});

describe("an override of a closed or submitted task:", () => {
  test.each(each(CLOSED))("%s when %s is refused, and nothing is written", async (type, state) => {
    const built = await buildOnboardedAt(em, state, { coach });
    const before = await stateOf(built);
    const rows = await feedLength();
    await expect(override(em, built, overrideOf(type))).rejects.toEqual(new Refusal("TASK_CLOSED"));
    expect(await stateOf(built)).toEqual(before);
    expect(await feedSince(rows)).toEqual([]);
  });
});

describe("an override in a relationship that is not running:", () => {
  test.each(OVERRIDE_TYPES)("%s is refused", async (type) => {
    const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW", { coach });
    for (const act of ["PAUSE", "END"] as const) {
      await move(em, built, act);
      const refused = override(em, built, overrideOf(type));
      await expect(refused).rejects.toEqual(new Refusal("RELATIONSHIP_INACTIVE"));
    }
  });
});

describe("a reassignment", () => {
  test("makes the task use the other version, empty, and can be repeated", async () => {
    const built = await buildOnboardedAt(em, "OPENED", { coach });
    const first = await override(em, built, overrideOf("REASSIGN_QUESTIONNAIRE"));
    const again = await override(em, built, overrideOf("REASSIGN_QUESTIONNAIRE"));
    const { task, overrides } = await stateOf(built);
    expect(first.sideEffects.cancelledFormAssignmentId).toBe(built.formAssignmentId);
    expect(again.sideEffects.cancelledFormAssignmentId).toBe(
      first.sideEffects.assignedFormAssignmentId,
    );
    expect(task.formAssignmentId).toBe(again.sideEffects.assignedFormAssignmentId);
    expect(task.status).toBe("OPENED");
    expect(overrides).toHaveLength(2);
    const id = task.formAssignmentId ?? "";
    expect(await em.fork().findOneOrFail(FormAssignment, { id })).toMatchObject({
      formVersionId,
      status: "ASSIGNED",
      sourceType: "ONBOARDING",
      sourceId: built.taskId,
      assignedByUserId: coach.userId,
    });
  });

  test("to a version of another workspace finds nothing", async () => {
    const built = await buildOnboardedAt(em, "READY", { coach });
    const foreign = await buildPublishedForm(em, await buildCoach(em));
    const wanted = {
      type: "REASSIGN_QUESTIONNAIRE",
      formVersionId: foreign.formVersionId,
    } as const;
    const before = await stateOf(built);
    await expect(override(em, built, wanted)).rejects.toEqual(new Refusal("NOT_FOUND"));
    expect(await stateOf(built)).toEqual(before);
  });
});

describe("a replaced questionnaire", () => {
  const publicUrl = "https://api.example";

  /** The e-mails about the questionnaires of a task, from its present rows. */
  async function emailsOf({ taskId: subjectId }: Onboarded) {
    const sent: Message[] = [];
    const mailer = { send: async (message: Message) => void sent.push(message) };
    const mailing = { em, mailer, publicUrl };
    const where = { subjectId, consumer: "mail", type: "OnboardingQuestionnaireReplaced" } as const;
    const rows = await em.fork().find(OutboxRow, where, { orderBy: { id: "asc" } });
    for (const row of rows) await mailReplacedQuestionnaire(mailing, row);
    return { sent, rows };
  }
  const reassign = (built: Onboarded) => override(em, built, overrideOf("REASSIGN_QUESTIONNAIRE"));

  test("is announced to the client by e-mail once, in their language, with the coach's name and no question", async () => {
    const built = await buildOnboardedAt(em, "READY", { coach });
    const { userId, identity } = built.client;
    await em.fork().nativeUpdate(ClientProfile, { userId }, { locale: "de-AT" });
    expect((await emailsOf(built)).sent).toEqual([]);
    await reassign(built);
    const { sent, rows } = await emailsOf(built);
    const { displayName } = await em.fork().findOneOrFail(User, coach.userId);
    const { title } = await em.fork().findOneOrFail(FormVersion, formVersionId);
    const { displayName: name } = await em.fork().findOneOrFail(User, userId);
    const { name: workspaceName } = await em
      .fork()
      .findOneOrFail(CoachWorkspace, built.coach.workspaceId);
    const words = { name, otherName: displayName, workspaceName, publicUrl };
    expect(sent).toEqual([
      {
        to: identity.email,
        ...replacedQuestionnaireEmail({ ...words, locale: "de" }),
        messageId: rows[0]?.eventId,
      },
    ]);
    expect(JSON.stringify(sent)).not.toContain(title);
  });

  test("that was replaced itself, or is no longer needed, is not mentioned", async () => {
    const built = await buildOnboardedAt(em, "OPENED", { coach });
    await reassign(built);
    await reassign(built);
    const { sent, rows } = await emailsOf(built);
    expect(sent.map(({ messageId }) => messageId)).toEqual([rows[1]?.eventId]);
    await move(em, built, "PAUSE");
    expect((await emailsOf(built)).sent).toEqual([]);
    await move(em, built, "RESUME");
    await override(em, built, { type: "CANCEL" });
    expect((await emailsOf(built)).sent).toEqual([]);
  });
});

describe("a nudge", () => {
  const nudge = ({ taskId, workspaceId, client }: Onboarded) =>
    transact(em, (tx) => {
      const place = { taskId, workspaceId, clientUserId: client.userId };
      return nudgeTask(tx, { place, byUserId: coach.userId, requestId: "nudge" });
    });

  test("takes the place of the day's reminder, whoever repeats it; daily reminders continue tomorrow", async () => {
    const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW", { coach });
    const first = await nudge(built);
    expect(first.decidedBefore).toBe(false);
    const { notificationId, outcome, reason, localDate } = first;
    const earlier = { notificationId, outcome, reason, localDate, decidedBefore: true };
    expect(await nudge(built)).toEqual(earlier);
    const requested = await override(em, built, { type: "REQUEST_COMPLETION" });
    expect(requested.sideEffects.notification).toEqual(earlier);
    const { task } = await stateOf(built);
    expect(task.remindersFrom && task.remindersFrom > localDate).toBe(true);
  });

  test.each(CLOSED)("of a task that is %s is refused", async (state) => {
    const built = await buildOnboardedAt(em, state, { coach });
    await expect(nudge(built)).rejects.toEqual(new Refusal("TASK_CLOSED"));
  });
});

function overrideOf(type: OverrideType): Override {
  return type === "REASSIGN_QUESTIONNAIRE" ? { type, formVersionId } : { type };
}

function each<State extends TaskState>(states: readonly State[]) {
  return states.flatMap((state) => OVERRIDE_TYPES.map((type) => [type, state] as const));
}

/** Everything that an override may have changed. */
async function stateOf(built: Onboarded) {
  const fork = em.fork();
  const { instanceId, taskId, formAssignmentId, client } = built;
  const instance = await fork.findOneOrFail(OnboardingInstance, instanceId);
  const task = await fork.findOneOrFail(OnboardingTask, taskId);
  const form = await fork.findOneOrFail(FormAssignment, formAssignmentId);
  const profile = await fork.findOneOrFail(ClientProfile, { userId: client.userId });
  const { taskEvents } = await traces(em, built);
  const overrides = await fork.find(OnboardingOverride, { taskId });
  const blocks = [instance.programAssignmentBlocked, instance.nutritionAssignmentBlocked];
  return { instance, task, form, profile: profile.onboardingStatus, taskEvents, overrides, blocks };
}

/** Types of the feed's rows written since then, in order. */
async function feedSince(rows: number) {
  const all = await em
    .fork()
    .find(OutboxRow, { consumer: "event-feed" }, { orderBy: { id: "asc" } });
  return all.slice(rows).map(({ type }) => type);
}
