import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { Exercise } from "../../db/exercises/catalogue/exercise.ts";
import { PlanRevision } from "../../db/plans/plan-revision.ts";
import { Plan } from "../../db/plans/plan.ts";
import { codeOf, usePlanDesk } from "../factories/plans/plan-desk.ts";
import { putExercises } from "../factories/exercises/put-exercises.ts";

const desk = await usePlanDesk();

beforeEach(() => desk.anew());

const sets = [{ repetitions: 5 }];

const AT = "/weeks/1/days/0/exercises/1";

const publishNew = (content: object) => desk.call("POST", "", { body: { content, publish: true } });
const errorsOf = ({ body }: { readonly body: Record<string, unknown> }) => body["errors"];

describe("a program that names exercises of the library (docs/rooms/plans.md#exercises)", () => {
  test("is published with a provider's exercises and with its workspace's own", async () => {
    const { workspaceId, coach } = desk.pair();
    const own = await ownOf(workspaceId, coach.userId);
    expect(codeOf(await publishNew(naming(await put(), own)))).toMatch(/^201/);
    const { planId } = await desk.make(naming(own, await put()));
    expect(codeOf(await desk.publish(planId, 1))).toMatch(/^200/);
  });

  test("is refused at each place with one that is missing, of another workspace, or withheld, and nothing changes", async () => {
    const stranger = await desk.stranger();
    const foreign = await ownOf(stranger.workspaceId, stranger.coach.userId);
    for (const unfit of [randomUUID(), foreign, await put("HELD")]) {
      const content = naming(unfit, unfit);
      const { planId } = await desk.make(content);
      const answers = [await publishNew(content), await desk.publish(planId, 1)];
      for (const [place, at] of ["/content", "/draft"].entries()) {
        expect(codeOf(answers[place] ?? raise())).toBe("400 VALIDATION_FAILED");
        expect(errorsOf(answers[place] ?? raise())).toMatchObject([
          { pointer: `${at}${AT}/exerciseId`, code: "unknown_exercise" },
          { pointer: `${at}${AT}/alternatives/0/exerciseId`, code: "unknown_exercise" },
        ]);
      }
    }
    const { workspaceId } = desk.pair();
    expect(await desk.rows().count(Plan, { workspaceId, status: "PUBLISHED" })).toBe(0);
  });

  test.each(["RETIRED", "ARCHIVED"] as const)(
    "is refused with one that is %s, and keeps one that it named before",
    async (status) => {
      const gone = await put(status);
      const refused = await publishNew(naming(gone));
      expect(errorsOf(refused)).toMatchObject([
        { pointer: `/content${AT}/exerciseId`, code: "exercise_withdrawn" },
      ]);
      const exerciseId = await put();
      const { planId } = await desk.make(naming(exerciseId));
      await desk.publish(planId, 1);
      const retiredAt = status === "RETIRED" ? new Date() : null;
      await desk.rows().nativeUpdate(Exercise, { id: exerciseId }, { status, retiredAt });
      await desk.save(planId, 2, naming(exerciseId, null, "Strength, again"));
      expect(codeOf(await desk.publish(planId, 3))).toMatch(/^200/);
      expect(codeOf(await desk.assign(planId))).toMatch(/^201/);
    },
  );

  test("from before this check is assigned no more if an exercise never existed", async () => {
    const { planId } = await desk.make(naming(randomUUID()));
    const fork = desk.rows();
    const plan = await fork.findOneOrFail(Plan, planId);
    const { draft: content, createdByUserId: publishedByUserId } = plan;
    if (content === null) throw new Error("no draft");
    const publishedAt = new Date();
    fork.create(PlanRevision, { planId, revision: 1, content, publishedByUserId, publishedAt });
    fork.assign(plan, {
      status: "PUBLISHED",
      draft: null,
      publishedRevision: 1,
      spreadRevision: 1,
    });
    await fork.flush();
    const refused = await desk.assign(planId);
    expect(codeOf(refused)).toBe("400 VALIDATION_FAILED");
    expect(errorsOf(refused)).toMatchObject([{ pointer: "/planId", code: "unknown_exercise" }]);
  });
});

function raise(): never {
  throw new Error("not there");
}

/** A program that names an exercise in its second week, and another one as its alternative. */
function naming(exerciseId: string, alternativeId: string | null = null, title = "Strength") {
  const alternatives = [{ name: "Leg press", exerciseId: alternativeId }];
  const named = { exerciseKey: "squat", name: "Squat", sets, exerciseId, alternatives };
  const byName = { exerciseKey: "pull", name: "Pull-up", sets };
  const dayOf = (exercises: object[]) => [{ dayNumber: 1, title: "Legs", exercises }];
  const weeks = [{ days: dayOf([byName]) }, { days: dayOf([byName, named]) }];
  return { kind: "PROGRAM", title, weeks };
}

async function put(status: "ACTIVE" | "HELD" | "RETIRED" | "ARCHIVED" = "ACTIVE") {
  const [id = ""] = await putExercises(desk.rows(), [{ title: "Squat", status }]);
  return id;
}

async function ownOf(workspaceId: string, createdByUserId: string): Promise<string> {
  const ownedBy = { workspaceId, createdByUserId };
  const [id = ""] = await putExercises(desk.rows(), [{ title: "Own", ownedBy }]);
  return id;
}
