import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { FocusPin } from "../../db/agenda/focus-pin/focus-pin.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { Plan } from "../../db/plans/plan.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { buildCoach, buildIdentity } from "../factories/accounts/identity.ts";
import { eventually } from "../factories/eventually.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { habitContent } from "../factories/plans/assigned-plan.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { type EndedSession, endSessionAt } from "./end-session.ts";
import { pressAt } from "./keys.ts";
import { refuseFirstAsStale } from "./refuse-as-stale.ts";
import {
  type ConsoleCoach,
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("a session that ends in the middle of an act", describeChromium);

const NOTE = "Her knee hurts since Tuesday";

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let coach: ConsoleCoach;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const em = () => stage.api.deps.database.em.fork();

  test("a task whose resolution is refused with 401 is resolved once after a new sign-in, with the note and the key of the first try", async () => {
    coach = await buildConsoleCoach(stage);
    const { email, ...owner } = coach;
    const { id: taskId } = await putCoachTask(stage.api.deps.database.em, owner);
    const { page, close } = await openPage(stage, `/inbox/${taskId}`);
    await passDoor(page, email);
    const ended = await endSessionAt(page, "/coach-tasks/bulk");
    await openResolution(page);
    await page.type('[role="dialog"] textarea', NOTE);
    await chooseLast(page);
    await signInAnew(page, ended, `/inbox/${taskId}`);
    expect((await em().findOneOrFail(CoachTask, taskId)).status).toBe("OPEN");
    await openResolution(page);
    await page.waitForFunction(`document.querySelector("textarea").value === "${NOTE}"`);
    await chooseLast(page);
    await eventually(
      async () => await em().findOneOrFail(CoachTask, taskId),
      ({ status, note }) => status === "RESOLVED" && note === NOTE,
    );
    expect(await em().count(CoachTaskEvent, { taskId, type: "resolved" })).toBe(1);
    expect(ended.keys).toHaveLength(2);
    expect(new Set(ended.keys).size).toBe(1);
    await close();
  });

  test("a pin that is refused with 401 is set once after a new sign-in, with the note and the key of the first try", async () => {
    coach = await buildConsoleCoach(stage);
    const { relationshipId } = coach;
    await planActs(stage.api.deps.database.em).give(coach, habitContent());
    const address = `/clients/${relationshipId}/today`;
    const { page, close } = await openPage(stage, address);
    await passDoor(page, coach.email);
    const ended = await endSessionAt(page, "/focus-pin");
    await pressAt(page, PIN);
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.type(NOTE);
    await pressAt(page, '[role="dialog"] .btn.go');
    await signInAnew(page, ended, address);
    expect(await em().count(FocusPin, { relationshipId })).toBe(0);
    await pressAt(page, PIN);
    await page.waitForFunction(
      `document.querySelector("[role=dialog] input")?.value === "${NOTE}"`,
    );
    await pressAt(page, '[role="dialog"] .btn.go');
    await page.waitForSelector("main ::-p-text(Her knee hurts)");
    const pins = await em().find(FocusPin, { relationshipId });
    expect(pins.map(({ note }) => note)).toEqual([NOTE]);
    expect(ended.keys).toHaveLength(2);
    expect(new Set(ended.keys).size).toBe(1);
    await close();
  });

  test("a plan whose publication is refused with 401 keeps its draft, and is published once after a new sign-in", async () => {
    coach = await buildConsoleCoach(stage);
    const planId = await planActs(stage.api.deps.database.em).make(coach, programContent(), false);
    const { page, close } = await openPage(stage, `/plans/${planId}`);
    await passDoor(page, coach.email);
    const ended = await endSessionAt(page, "/publish");
    await pressAt(page, "aside .btn.go");
    await signInAnew(page, ended, `/plans/${planId}`);
    const before = await em().findOneOrFail(Plan, { id: planId });
    expect([before.publishedRevision, before.draft === null]).toEqual([0, false]);
    await pressAt(page, "aside .btn.go");
    await page.waitForSelector(".undo");
    const after = await em().findOneOrFail(Plan, { id: planId });
    expect([after.publishedRevision, after.draft]).toEqual([1, null]);
    expect(ended.keys).toHaveLength(2);
    await close();
  });

  test("a hand-over of the workspace that wants a fresh sign-in returns to the members unsent, and the owner is the same", async () => {
    coach = await buildConsoleCoach(stage);
    const { workspaceId, coachUserId } = coach;
    await addMember(workspaceId);
    const { page, close } = await openPage(stage, "/settings/members");
    await passDoor(page, coach.email);
    const sent = await refuseFirstAsStale(page, `/workspaces/${workspaceId}/owner`);
    await pressAt(page, '.btn[aria-label^="Make "]');
    await pressAt(page, '[role="dialog"] footer .btn.bad, [role="dialog"] footer .btn.go');
    await pressAt(page, '[role="dialog"] .note .btn');
    await page.waitForSelector("input[name=email]");
    await page.type("input[name=email]", coach.email);
    await page.keyboard.press("Enter");
    await page.waitForSelector("main .note[role=status]");
    expect(new URL(page.url()).pathname).toBe("/settings/members");
    expect(sent).toHaveLength(1);
    const owner = { workspaceId, role: "OWNER", status: "ACTIVE" } as const;
    expect((await em().findOneOrFail(WorkspaceMembership, owner)).userId).toBe(coachUserId);
    await close();
  });

  async function addMember(workspaceId: string): Promise<void> {
    const { issuer } = stage;
    const identity = buildIdentity({ issuer, clientId: "sideline-web" });
    const { userId } = await buildCoach(stage.api.deps.database.em, identity);
    const membership = { id: randomUUID(), userId, joinedAt: new Date(), endedAt: null };
    const place = { workspaceId, role: "COACH", status: "ACTIVE" } as const;
    await em().insert(WorkspaceMembership, { ...membership, ...place });
  }

  /** Waits for the door, through which nothing of the workspace is seen, and signs in again. */
  async function signInAnew(page: Page, ended: EndedSession, address: string): Promise<void> {
    await page.waitForSelector('.door [role="alert"]::-p-text(Your session has ended)');
    const button = await page.waitForSelector(".door .btn.go");
    expect(await page.evaluate("document.documentElement.outerHTML")).not.toContain("knee");
    ended.isOver = false;
    // The provider still knows the person, and asks nothing.
    await button?.press("Enter");
    await page.waitForSelector("nav.side");
    await page.goto(`${stage.api.url}${address}`);
    await page.waitForSelector("main h1");
  }
}

/** The act beside the review of the day. */
const PIN = "main .row-h.wrap > .btn:nth-of-type(2)";

async function openResolution(page: Page): Promise<void> {
  await page.waitForSelector(".preview h2");
  await page.keyboard.press("e");
  await page.waitForSelector('[role="dialog"] [role="option"]');
}

/** Takes the last way, which every task can be resolved by. */
async function chooseLast(page: Page): Promise<void> {
  await page.focus('[role="dialog"] [role="option"]');
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
}
