import type { PlanContentInput } from "../../../contract/plans/content-schema.ts";
import { formPageSchema, formSchema } from "../../../contract/forms/schema.ts";
import { type PlanAnswer, planSchema } from "../../../contract/plans/schema.ts";
import { PLAN_KINDS } from "../../../contract/plans/kind-vocabulary.ts";
import { callApi } from "../call-api.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import type { Stage } from "../stage.ts";
import type { Coach } from "./coach-chapters.ts";

const on = (...weekdays: readonly string[]) => ({
  recurrence: { rrule: `FREQ=WEEKLY;BYDAY=${weekdays.join(",")}` },
});

/** A week with a plan of every kind. */
function weekOf(formVersionId: string): readonly PlanContentInput[] {
  const squat = { exerciseKey: "squat", name: "Back squat", sets: [{ repetitions: 5 }] };
  return [
    {
      kind: "PROGRAM",
      title: "Strength",
      weeks: [{ days: [{ dayNumber: 1, title: "Legs", exercises: [squat] }] }],
    },
    { kind: "MEAL", title: "Sunday lunch", ...on("SU"), items: [{ label: "Fish" }] },
    { kind: "SUPPLEMENT", title: "Vitamin D", ...on("MO"), items: [{ label: "One drop" }] },
    { kind: "HABIT", title: "Walk", ...on("TU", "TH"), startTime: "07:00", dueTime: "09:00" },
    { kind: "CHECK_IN", title: "How was it?", ...on("SU"), formVersionId },
    {
      kind: "MEASUREMENT",
      title: "On the scales",
      ...on("MO"),
      metrics: [{ metricKind: "WEIGHT", unit: "kg", min: 20, max: 400, mode: "REPLACE" }],
    },
    { kind: "PHOTO", title: "From the front", ...on("SA"), poses: ["Front"] },
    { kind: "REMINDER", title: "Book the lab", ...on("WE") },
    { kind: "CUSTOM_REMINDER", title: "Enjoy the day off", ...on("FR") },
  ];
}

/** The coach drafts a week of all kinds, publishes it, and publishes a change of one plan. */
export async function coachPlansWeek(stage: Stage, coach: Coach): Promise<void> {
  stage.page.chapter("The coach plans a week of all kinds");
  const week: PlanAnswer[] = [];
  for (const content of weekOf(await anyFormVersion(stage, coach))) {
    const draft = await send(stage, coach, { method: "POST", body: { content }, status: 201 });
    week.push(await publish(stage, coach, draft));
  }
  const kinds = week.map(({ kind }) => kind);
  expectEqual("the kinds of the week", kinds.toSorted(), PLAN_KINDS.toSorted());
  const walk = week.find(({ kind }) => kind === "HABIT");
  await walkIsLater(stage, coach, expectPresent("the walk", walk));
}

async function walkIsLater(stage: Stage, coach: Coach, walk: PlanAnswer): Promise<void> {
  const { planId, draftRevision: expectedDraftRevision, content } = walk;
  const later = { ...expectPresent("the content of the walk", content), dueTime: "10:00" };
  const draft = await send(stage, coach, {
    method: "PUT",
    path: `/${planId}/draft`,
    body: { content: later, expectedDraftRevision },
  });
  expectEqual("what is published meanwhile", draft.content, content);
  const { revision } = await publish(stage, coach, draft);
  expectEqual("the revision of the walk", revision, 2);
}

const publish = (stage: Stage, coach: Coach, { planId, draftRevision }: PlanAnswer) =>
  send(stage, coach, {
    method: "POST",
    path: `/${planId}/publish`,
    body: { expectedDraftRevision: draftRevision },
  });

interface PlanAct {
  readonly method: "POST" | "PUT";
  readonly path?: string;
  readonly body: object;
  readonly status?: 200 | 201;
}

async function send(
  stage: Stage,
  { workspaceId, token }: Coach,
  { path = "", ...act }: PlanAct,
): Promise<PlanAnswer> {
  const to = {
    path: `/api/v1/workspaces/${workspaceId}/plans${path}`,
    token,
    keyed: true,
  } as const;
  const { data } = await callApi(
    stage,
    { ...to, ...act, answer: planSchema },
    ({ title, status, revision, draftRevision }) =>
      `"${title}" is ${status}, revision ${revision}, draft ${draftRevision}`,
  );
  return data;
}

/** The published questionnaire that every workspace begins with. */
export async function anyFormVersion(stage: Stage, { workspaceId, token }: Coach): Promise<string> {
  const path = `/api/v1/workspaces/${workspaceId}/forms`;
  const list = await callApi(
    stage,
    { method: "GET", path, token, answer: formPageSchema },
    ({ items }) => `${items.length} form`,
  );
  const { formId } = expectPresent("a form", list.data.items[0]);
  const { data } = await callApi(
    stage,
    { method: "GET", path: `${path}/${formId}`, token, answer: formSchema },
    ({ title, latestVersion }) => `"${title}", version ${latestVersion}`,
  );
  return expectPresent("its version", data.versions[0]).formVersionId;
}
