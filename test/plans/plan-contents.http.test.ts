import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { PlanRevision } from "../../db/plans/plan-revision.ts";
import { Plan } from "../../db/plans/plan.ts";
import { buildFormVersion } from "../factories/forms/assigned-forms.ts";
import { codeOf, usePlanDesk } from "../factories/plans/plan-desk.ts";
import { planBodies } from "../factories/plans/plans.ts";

const desk = await usePlanDesk();

beforeEach(() => desk.anew());

const { meal, habit } = planBodies;

const { weeks, ...program } = {
  kind: "PROGRAM",
  title: "Strength",
  weeks: [
    {
      days: [
        {
          dayNumber: 1,
          title: "Legs",
          exercises: [{ exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] }],
        },
      ],
    },
  ],
};
const manySets = Array.from({ length: 30 }, () => ({}));
const longDay = {
  dayNumber: 1,
  title: "All of it",
  exercises: Array.from({ length: 40 }, (_, index) => ({
    exerciseKey: `e${String(index)}`,
    name: "Squat",
    sets: manySets,
  })),
};
const recurrence = { rrule: "FREQ=DAILY" };
const checkIn = { kind: "CHECK_IN", title: "How was it?", recurrence };
const midnightly = { kind: "CUSTOM_REMINDER", title: "At midnight", recurrence };

const ruled = (rrule: string) => ({ ...habit, recurrence: { rrule } });

describe("bad contents are refused, place by place, and change nothing", () => {
  test.each([
    ["53 weeks", { ...program, weeks: Array(53).fill(weeks[0]) }, "/content/weeks"],
    ["60 weeks", { ...program, weeks: Array(60).fill(weeks[0]) }, "/content/weeks"],
    [
      "51 items",
      { ...meal, items: Array.from({ length: 51 }, () => ({ label: "Rice" })) },
      "/content/items",
    ],
    [
      "a window over midnight",
      { ...habit, startTime: "22:00", dueTime: "06:00" },
      "/content/dueTime",
    ],
    ["a window of no length", { ...habit, startTime: "06:00", dueTime: "06:00" }, "/dueTime"],
    [
      "a reminder that is due before it starts",
      { ...midnightly, startTime: "00:01", dueTime: "00:01" },
      "/content/dueTime",
    ],
    ["time-critical, never due", { ...habit, timeCritical: true }, "/content/timeCritical"],
    ["BYHOUR", ruled("FREQ=DAILY;BYHOUR=8,20"), "/content/recurrence/rrule"],
    ["twice a day", ruled("FREQ=HOURLY;INTERVAL=12"), "/content/recurrence/rrule"],
    ["10,000 times", ruled("FREQ=DAILY;COUNT=10000"), "/content/recurrence/rrule"],
    ["two ends", ruled("FREQ=DAILY;COUNT=2;UNTIL=20990101"), "/content/recurrence/rrule"],
    [
      "the 30th of February",
      ruled("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
      "/content/recurrence/rrule",
    ],
    [
      "larger in its stored form",
      { ...program, weeks: Array.from({ length: 12 }, () => ({ days: [longDay] })) },
      "",
    ],
  ])("%s", async (_, content, pointer) => {
    const { planId, ...before } = await desk.make(habit);
    const made = await desk.call("POST", "", { body: { content } });
    const saved = await desk.save(planId, 1, content);
    for (const answer of [made, saved]) {
      expect(codeOf(answer)).toBe("400 VALIDATION_FAILED");
      expect(JSON.stringify(answer.body["errors"])).toContain(`${pointer}"`);
    }
    expect(await desk.rows().count(Plan, { workspaceId: desk.pair().workspaceId })).toBe(1);
    expect(await desk.read(planId)).toEqual({ planId, ...before });
  });

  test("contents of more than 256 KB are refused", async () => {
    const content = { ...habit, instructions: "a".repeat(256 * 1024) };
    expect(codeOf(await desk.call("POST", "", { body: { content } }))).toBe(
      "413 PAYLOAD_TOO_LARGE",
    );
  });

  test("a check-in is published with a form of its own workspace alone, and assigned while the form is in use", async () => {
    const { workspaceId, relationshipId } = desk.pair();
    const em = desk.rows();
    const formVersionId = await buildFormVersion(em, workspaceId);
    const foreign = await buildFormVersion(em, (await desk.stranger()).workspaceId);
    const archived = await buildFormVersion(em, workspaceId);
    const asking = (id: string) => ({ ...checkIn, formVersionId: id });
    await archiveForm(archived);
    for (const unfit of [randomUUID(), foreign, archived]) {
      const content = asking(unfit);
      const made = await desk.call("POST", "", { body: { content, publish: true } });
      const { planId } = await desk.make(content);
      const published = await desk.publish(planId, 1);
      const pointers = ["/content/formVersionId", "/draft/formVersionId"];
      for (const [index, answer] of [made, published].entries()) {
        expect(codeOf(answer)).toBe("400 VALIDATION_FAILED");
        const error = { pointer: pointers[index], code: "not_assignable" };
        expect(answer.body["errors"]).toMatchObject([error]);
      }
      expect(await desk.rows().count(PlanRevision, { planId })).toBe(0);
    }
    const { planId } = await desk.make(asking(formVersionId), true);
    await archiveForm(formVersionId);
    const assigned = await desk.assign(planId);
    expect(codeOf(assigned)).toBe("409 STATE_CONFLICT");
    expect(await desk.rows().count(PlanAssignment, { relationshipId })).toBe(0);
  });

  test("a last day in the past may be saved in a draft, and is not published", async () => {
    const over = ruled("FREQ=DAILY;UNTIL=20200101");
    const { planId } = await desk.make(over);
    const answer = await desk.publish(planId, 1);
    expect(codeOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(answer.body["errors"]).toMatchObject([{ pointer: "/draft/recurrence/rrule" }]);
    const body = { content: over, publish: true };
    expect(codeOf(await desk.call("POST", "", { body }))).toBe("400 VALIDATION_FAILED");
    expect(await desk.rows().count(PlanRevision, { planId })).toBe(0);
  });
});

test("a plan that is due at 00:00 is accepted, with a start and without one (docs/rooms/plans.md#kinds)", async () => {
  for (const startTime of [null, "22:00"]) {
    const content = { ...midnightly, startTime, dueTime: "00:00" };
    const { planId } = await desk.make(content);
    expect((await desk.save(planId, 1, content)).status).toBe(200);
    expect(await desk.read(planId)).toMatchObject({ draft: { startTime, dueTime: "00:00" } });
  }
});

async function archiveForm(formVersionId: string) {
  const { formId } = await desk.rows().findOneOrFail(FormVersion, formVersionId);
  await desk.rows().nativeUpdate(FormDefinition, { id: formId }, { status: "ARCHIVED" });
}
