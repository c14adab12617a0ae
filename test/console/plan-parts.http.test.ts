import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newPlanContentSchema } from "../../contract/plans/content-schema.ts";
import { Plan } from "../../db/plans/plan.ts";
import { eventually } from "../factories/eventually.ts";
import { buildMediaRoom } from "../factories/exercises/media-room.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { chord } from "./keys.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the parts of a plan in the console", describeChromium);

const INPUTS = '[data-pointer="/items/0/inputs"]';

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const em = () => stage.api.deps.database.em.fork();

  test("a coach has an item ask for two values, orders them by keys, and saves them", async () => {
    const coach = await buildConsoleCoach(stage);
    const content = newPlanContentSchema.parse({
      kind: "SUPPLEMENT",
      title: "Iron",
      recurrence: { rrule: "FREQ=DAILY" },
      items: [{ label: "Tablet" }],
    });
    const planId = await planActs(em()).make(coach, content, false);
    const { page, complaints, close } = await openPage(stage, `/plans/${planId}?view=draft`);
    await passDoor(page, coach.email);
    const addInput = async () =>
      await (await page.waitForSelector(`p${INPUTS} button`))?.press("Enter");
    await addInput();
    const name = '[data-pointer="/items/0/inputs/0/key"] input';
    await page.waitForSelector(name);
    await page.focus(name);
    await chord(page, "Control", "a");
    await page.keyboard.type("Dosis früh");
    await addInput();
    await page.waitForSelector('[data-pointer="/items/0/inputs/1/key"] input');
    expect(await checkAppearance(page, "plan-inputs")).toEqual([]);
    await page.focus(name);
    await page.keyboard.down("Alt");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.up("Alt");
    await chord(page, "Control", "s");
    const plan = await eventually(
      async () => await em().findOneOrFail(Plan, { id: planId }),
      ({ draftRevision }) => draftRevision > 1,
    );
    expect(plan.draft).toMatchObject({
      items: [{ inputs: [{ key: "value" }, { key: "Dosis_fruh", type: "number" }] }],
    });
    expect(complaints).toEqual([]);
    await close();
  });

  test("a coach adds an exercise of the library to a day of rest of a program, and opens the draft there", async () => {
    const coach = await buildConsoleCoach(stage);
    const room = await buildMediaRoom(stage.api.deps.database.em, {
      limits: { exercises: 10, minutes: 10 },
      count: 1,
    });
    const [exerciseId] = room.exerciseIds;
    const planId = await planActs(em()).make(coach, programContent());
    const { page, complaints, close } = await openPage(stage, `/exercises/${exerciseId}`);
    await passDoor(page, coach.email);
    await page.waitForSelector(".preview .exercise-name");
    await page.keyboard.press("a");
    await page.waitForSelector('[role="dialog"] .plan-place select');
    expect(await checkAppearance(page, "exercise-to-plan")).toEqual([]);
    const [week, day] = await page.$$('[role="dialog"] .plan-place select');
    await week?.select("2");
    await day?.select("4");
    await (await page.waitForSelector('[role="dialog"] footer .btn.go'))?.press("Enter");
    await (await page.waitForSelector('[role="dialog"] a.btn.go'))?.press("Enter");
    await page.waitForSelector(".plan-ex");
    expect(new URL(page.url()).pathname).toBe(`/plans/${planId}`);
    const { draft } = await em().findOneOrFail(Plan, { id: planId });
    const program = newPlanContentSchema.parse(draft);
    const days = program.kind === "PROGRAM" ? (program.weeks[1]?.days ?? []) : [];
    expect(days.map(({ dayNumber }) => dayNumber)).toEqual([1, 3, 4, 5]);
    expect(days[2]?.exercises).toMatchObject([{ exerciseId }]);
    expect(complaints).toEqual([]);
    await close();
  });
}
