import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanRevision } from "../../db/plans/plan-revision.ts";
import { Plan } from "../../db/plans/plan.ts";
import { codeOf, usePlanDesk, planOf } from "../factories/plans/plan-desk.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { campaignSize } from "../harness/campaign.ts";

const desk = await usePlanDesk();

beforeEach(() => desk.anew());

const { habit } = planBodies;

describe("at the same moment", () => {
  const rounds = campaignSize("RACE_ROUNDS", 2);

  const inRounds = async (race: () => Promise<void>) => {
    for (let round = 0; round < rounds; round += 1) {
      await desk.anew();
      await race();
    }
  };

  test("eight publications make one revision, with one event", () =>
    inRounds(async () => {
      const { planId } = await desk.make(habit);
      const answers = await eight(() => desk.publish(planId, 1));
      const codes = answers.map((answer) => (answer.status === 200 ? "made" : codeOf(answer)));
      expect(codes.toSorted()).toEqual([...Array<string>(7).fill("409 STATE_CONFLICT"), "made"]);
      expect(await desk.rows().count(PlanRevision, { planId })).toBe(1);
      const where = { subjectId: planId, type: "PlanPublished" } as const;
      expect(await desk.rows().count(OutboxRow, where)).toBe(1);
    }));

  test("of seven edits and one publication that read the same version, one succeeds", () =>
    inRounds(async () => {
      const { planId } = await desk.make(habit);
      const answers = await eight((index) =>
        index === 0
          ? desk.publish(planId, 1)
          : desk.save(planId, 1, { ...habit, title: `Title ${String(index)}` }),
      );
      const accepted = answers.filter(({ status }) => status === 200);
      expect(accepted).toHaveLength(1);
      expect(await desk.read(planId)).toEqual(accepted.map(planOf)[0]);
    }));

  test("of eight copies one takes the last place", async () => {
    const { planId } = await desk.make(habit);
    const { id: _id, ...row } = await desk.rows().findOneOrFail(Plan, planId);
    const others = Array.from({ length: 998 }, () => ({ ...row, id: randomUUID() }));
    await desk.rows().insertMany(Plan, others);
    const answers = await eight(() => desk.copy(planId));
    const codes = answers.map((answer) => (answer.status === 201 ? "made" : codeOf(answer)));
    expect(codes.toSorted()).toEqual([...Array<string>(7).fill("409 PLAN_LIMIT_REACHED"), "made"]);
  });
});

function eight<T>(work: (index: number) => Promise<T>) {
  return Promise.all(Array.from({ length: 8 }, (_, index) => work(index)));
}
