import type { TodayAnswer } from "../../../contract/agenda/today-schema.ts";
import type { PlanContentInput } from "../../../contract/plans/content-schema.ts";
import {
  type PlanAnswer,
  type PlanAssignmentAnswer,
  planAssignmentSchema,
  planSchema,
  supersededAssignmentSchema,
} from "../../../contract/plans/schema.ts";
import type { CentreEntry } from "../../../device/centre/types.ts";
import { callApi } from "../call-api.ts";
import { eventually } from "../eventually.ts";
import { enqueueOn, readDay as readPhoneDay } from "../device/record.ts";
import { resubmit } from "../device/resubmit.ts";
import type { TourPhone } from "../device/tour-phone.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import type { SecondHouse } from "../house/second-house.ts";
import { readDay } from "./day-chapters.ts";
import { taskOf } from "./offline-chapter.ts";

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
const MATERIALISED_WITHIN_MS = 20_000;
const DAILY = { recurrence: { rrule: "FREQ=DAILY" } };
const walk = { kind: "HABIT", title: "Walk", ...DAILY } as const;
const stretch = { kind: "HABIT", title: "Stretch in the morning", ...DAILY } as const;
const later = { kind: "HABIT", title: "Stretch in the evening", ...DAILY } as const;
const squat = { exerciseKey: "squat", name: "Back squat", sets: [{ repetitions: 5 }] };
const strength = {
  kind: "PROGRAM",
  title: "Strength",
  weeks: [{ days: [{ dayNumber: 1, title: "Legs", exercises: [squat] }] }],
} satisfies PlanContentInput;

/** A running program of the second installation, and its first day. */
export interface RunningProgram {
  readonly assignment: PlanAssignmentAnswer;
  readonly today: TodayAnswer;
}

/**
 * A phone does two things offline. Meanwhile the coach publishes a change of one plan and replaces the other. The
 * phone learns what changed and by whom, and both actions are accepted.
 */
export async function plansChangeOffline(second: SecondHouse): Promise<RunningProgram> {
  const { stage, far } = second;
  stage.page.chapter("The coach changes plans while a phone is offline");
  const walking = await makePlan(second, walk);
  await assign(second, walking);
  const stretching = await assign(second, await makePlan(second, stretch));
  const assignment = await assign(second, await makePlan(second, strength));
  const today = await eventually("today's three tasks", {
    ask: () => readDay(second, far),
    isWanted: ({ tasks = [] }) => tasks.length === 3,
    limitMs: MATERIALISED_WITHIN_MS,
  });
  stage.page.note(
    "The phone has read today and lost its signal; it ticks the walk and the stretch.",
  );
  const { phone } = far;
  await readPhoneDay(phone);
  phone.goOffline();
  const ticked = await tickBoth(phone);
  await publishAnew(second, walking, { ...walk, dueTime: "23:00" });
  await untilSpread(second);
  await replace(second, stretching, await makePlan(second, later));
  await phone.goOnline();
  const centre = await (await phone.scope()).part("centre");
  const { entries } = await centre.entries();
  const [changed, replaced] = ticked.map((id) =>
    expectPresent(
      "the entry",
      entries.find(({ clientOperationId }) => clientOperationId === id),
    ),
  );
  explain(second, [changed, replaced]);
  expectEqual("the change of the walk", changed?.changed?.fields, ["dueAt"]);
  expectEqual("the reason why the stretch is gone", replaced?.said?.code, "TASK_SUPERSEDED");
  for (const clientOperationId of ticked) await resubmit(phone, clientOperationId);
  stage.page.verified(
    "the phone learned what changed and by whom; both were accepted, one on the new task",
  );
  return { assignment, today };
}

/** The program pauses for a week; its days then continue on the same weekdays. */
export async function programPauses(second: SecondHouse, running: RunningProgram): Promise<void> {
  const { stage, house, far } = second;
  stage.page.chapter("The coach pauses the program for a week");
  const { today, assignment } = running;
  await act(second, assignment, "pause");
  const { status } = taskOf(await readDay(second, far), strength.title);
  expectEqual("the workout that was not begun", status, "CANCELED");
  const oneWeekOn = Date.parse(today.offlineCache.refetchAfter) + WEEK_MS - 22 * HOUR_MS;
  await house.advanceTo(new Date(oneWeekOn).toISOString());
  await house.turnDays();
  const { localDate, tasks = [] } = await readDay(second, far);
  const weekLater = new Date(Date.parse(today.localDate) + WEEK_MS).toISOString().slice(0, 10);
  expectEqual("the date a week later", localDate, weekLater);
  const titles = tasks.map(({ snapshot }) => snapshot.title);
  expectEqual("a workout meanwhile", titles.includes(strength.title), false);
  await act(second, assignment, "resume");
  const workout = taskOf(await readDay(second, far), strength.title);
  expectEqual("its day", [workout.status, workout.snapshot.programDay], ["PENDING", 0]);
  stage.page.verified("each day of the program moved by a week and kept its weekday");
}

/** A scan skips a client whose rows are locked; the next scan gets it. */
async function untilSpread(second: SecondHouse): Promise<void> {
  await eventually("the change of the walk in its task", {
    ask: async () => {
      await second.house.turnDays();
      return await readDay(second, second.far);
    },
    isWanted: (day) => taskOf(day, walk.title).revision > 1,
    limitMs: MATERIALISED_WITHIN_MS,
  });
}

async function tickBoth(phone: TourPhone): Promise<readonly string[]> {
  const ticked: string[] = [];
  for (const { title } of [walk, stretch]) {
    const tick = await enqueueOn(phone, { title, operationType: "quick-log.complete-task" });
    ticked.push(tick.clientOperationId);
  }
  return ticked;
}

function explain({ stage }: SecondHouse, entries: readonly (CentreEntry | undefined)[]): void {
  stage.page.table(
    ["told as", "what changed", "by", "the possible choices"],
    entries.map((entry) => [
      entry?.said?.code ?? "",
      entry?.changed?.fields.join(", ") ?? "",
      entry?.changed?.by ?? "",
      entry?.acts.join(", ") ?? "",
    ]),
  );
}

/** Creates a plan of the coach, published immediately. */
export async function makePlan(
  { stage, coach }: Pick<SecondHouse, "stage" | "coach">,
  content: PlanContentInput,
): Promise<PlanAnswer> {
  const path = `/api/v1/workspaces/${coach.workspaceId}/plans`;
  const body = { content, publish: true };
  const made = { method: "POST", path, token: coach.token, keyed: true, status: 201 } as const;
  const { data } = await callApi(
    stage,
    { ...made, body, answer: planSchema },
    ({ title, kind }) => `"${title}", ${kind}`,
  );
  return data;
}

async function publishAnew(
  { stage, coach: { workspaceId, token } }: SecondHouse,
  { planId, draftRevision }: PlanAnswer,
  content: PlanContentInput,
): Promise<void> {
  const at = `/api/v1/workspaces/${workspaceId}/plans/${planId}`;
  const to = { token, keyed: true, answer: planSchema } as const;
  const draft = { content, expectedDraftRevision: draftRevision };
  const described = ({ title, revision }: PlanAnswer) => `"${title}", revision ${revision}`;
  await callApi(stage, { ...to, method: "PUT", path: `${at}/draft`, body: draft }, described);
  const body = { expectedDraftRevision: draftRevision + 1 };
  await callApi(stage, { ...to, method: "POST", path: `${at}/publish`, body }, described);
}

/** The coach, a client, and their installation. */
export type Coached = Pick<SecondHouse, "stage" | "coach" | "far">;

const assignmentsOf = ({ coach, far }: Coached) =>
  `/api/v1/workspaces/${coach.workspaceId}/relationships/${far.relationshipId}/plan-assignments`;

const described = ({ planKind, status }: PlanAssignmentAnswer) => `${planKind} ${status}`;

/** Assigns a plan to a client from today on. */
export async function assign(
  second: Coached,
  { planId }: PlanAnswer,
): Promise<PlanAssignmentAnswer> {
  const { token } = second.coach;
  const request = { method: "POST", path: assignmentsOf(second), token, keyed: true } as const;
  const answer = planAssignmentSchema;
  const { data } = await callApi(
    second.stage,
    { ...request, body: { planId }, status: 201, answer },
    described,
  );
  return data;
}

async function replace(
  second: SecondHouse,
  { assignmentId }: PlanAssignmentAnswer,
  { planId, title }: PlanAnswer,
): Promise<void> {
  const path = `${assignmentsOf(second)}/${assignmentId}/supersede`;
  const { token } = second.coach;
  const request = { method: "POST", path, token, keyed: true, body: { planId } } as const;
  await callApi(
    second.stage,
    { ...request, status: 201, answer: supersededAssignmentSchema },
    ({ superseded }) => `${superseded.status}, replaced by "${title}"`,
  );
}

async function act(
  second: SecondHouse,
  { assignmentId }: PlanAssignmentAnswer,
  move: "pause" | "resume",
): Promise<void> {
  const path = `${assignmentsOf(second)}/${assignmentId}/${move}`;
  const { token } = second.coach;
  const request = { method: "POST", path, token, keyed: true, body: {} } as const;
  await callApi(second.stage, { ...request, answer: planAssignmentSchema }, described);
}
