import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Plan } from "../../db/plans/plan.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { buildIdentity, buildRelationship } from "../factories/accounts/identity.ts";
import { eventually } from "../factories/eventually.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { chord, pressAt, tabTo } from "./keys.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the plans of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a coach changes a set, excludes a client and publishes by keys alone, the revision and its followers are stored, and axe finds nothing on list, draft and dialog", async () => {
    const coach = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const { workspaceId, coachUserId } = coach;
    const identity = buildIdentity({ issuer: stage.issuer, clientId: "sideline-web" });
    const other = await buildRelationship(em, {
      coach: { userId: coachUserId, workspaceId, identity },
    });
    const acts = planActs(em);
    const planId = await acts.make(coach, programContent());
    await acts.assign(coach, planId);
    await acts.assign({ ...coach, relationshipId: other.relationshipId }, planId);

    const { page, complaints, close } = await openPage(stage, "/plans");
    await passDoor(page, coach.email);
    await page.waitForSelector(".plan-rows tbody tr[tabindex]");
    expect(await checkAppearance(page, "plans")).toEqual([]);
    await page.keyboard.press("j");
    await page.waitForSelector('.plan-rows tr[aria-selected="true"]:focus');
    await page.keyboard.press("Enter");
    await page.waitForSelector("aside .line");
    await page.keyboard.press("a");
    await page.waitForSelector('[role="dialog"] input[type="date"]');
    expect(await checkAppearance(page, "plan-assign")).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForSelector('[role="dialog"]', { hidden: true });
    await pressAt(page, ".head .btn.go");

    await tabTo(page, REPETITIONS);
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("0");
    await page.waitForSelector(`${REPETITIONS}[aria-invalid="true"]`);
    await page.keyboard.press("Home");
    await page.keyboard.type("1");
    await page.waitForSelector(`${REPETITIONS}[aria-invalid="false"]`);
    await chord(page, "Control", "s");
    await page.waitForSelector("aside [aria-pressed]");
    expect(await checkAppearance(page, "plan-draft")).toEqual([]);

    await pressAt(page, 'aside [aria-pressed="false"]');
    await page.waitForSelector('aside [aria-pressed="true"]');
    await pressAt(page, "aside .btn.go");
    await page.waitForSelector(".undo");
    const assignments = await eventually(
      async () => await em.fork().find(PlanAssignment, { planId }),
      (rows) => rows.some(({ followsNewer }) => !followsNewer),
      20_000,
    );
    expect(assignments.filter(({ followsNewer }) => followsNewer)).toHaveLength(1);
    const plan = await em.fork().findOneOrFail(Plan, { id: planId });
    expect([plan.publishedRevision, plan.draft]).toEqual([2, null]);

    expect(complaints).toEqual([]);
    await close();
  });
}

const REPETITIONS = '[data-pointer="/weeks/0/days/0/exercises/0/sets/0/repetitions"] input';
