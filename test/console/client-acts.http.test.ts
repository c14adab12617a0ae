import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { eventually } from "../factories/eventually.ts";
import { buildFormAssignment, GOOD_ANSWERS } from "../factories/forms/assigned-forms.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { habitContent } from "../factories/plans/assigned-plan.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { pressAt } from "./keys.ts";
import {
  type ConsoleCoach,
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("acts on a client's plans and forms", describeChromium);

const PLANS = 'section[aria-label="Plans"]';
const GO = '[role="dialog"] footer :is(.btn.go, .btn.bad)';

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const em = () => stage.api.deps.database.em.fork();

  test("a coach pauses a program, resumes it with a chosen day, replaces it and ends it by keys, and the focus stays in the list", async () => {
    const coach = await buildConsoleCoach(stage);
    const acts = planActs(em());
    const { assignmentId } = await acts.give(coach, programContent());
    const otherId = await acts.make(coach, habitContent());
    const stored = async () => await em().findOneOrFail(PlanAssignment, { id: assignmentId });
    const { page, complaints, close } = await openClient(coach, "today");
    await page.waitForSelector(`${PLANS} li`);
    expect(await checkAppearance(page, "client-plans")).toEqual([]);

    await ask(page, "Strength", "Pause");
    expect(await checkAppearance(page, "client-plan-pause")).toEqual([]);
    await pressAt(page, GO);
    await page.waitForSelector(`${PLANS} .tag::-p-text(paused)`);
    expect((await stored()).status).toBe("PAUSED");

    await ask(page, "Strength", "Resume");
    await page.waitForSelector('[role="dialog"] select');
    await page.select('[role="dialog"] select', "9");
    await page.waitForFunction(IS_QUIET);
    expect(await checkAppearance(page, "client-plan-resume")).toEqual([]);
    await pressAt(page, GO);
    await page.waitForSelector(`${PLANS} [role="status"]::-p-text(runs again)`);
    const { status, spans } = await stored();
    expect([status, spans.at(-1)?.programDay]).toEqual(["ACTIVE", 9]);

    await ask(page, "Strength", "Replace");
    await page.waitForSelector('[role="dialog"] select');
    await page.waitForFunction(IS_QUIET);
    expect(await checkAppearance(page, "client-plan-replace")).toEqual([]);
    await pressAt(page, GO);
    await page.waitForSelector(`${PLANS} li ::-p-text(Stretch)`);
    expect((await stored()).status).toBe("SUPERSEDED");
    await page.waitForFunction(IS_AT_HEADING);

    await ask(page, "Stretch", "End");
    await pressAt(page, GO);
    await page.waitForFunction(`document.querySelector(${JSON.stringify(`${PLANS} li`)}) === null`);
    const ended = await em().findOneOrFail(PlanAssignment, { planId: otherId });
    expect(ended.status).toBe("ENDED");
    await page.waitForFunction(IS_AT_HEADING);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a pause that another coach was first with says so, and the list shows the present state", async () => {
    const coach = await buildConsoleCoach(stage);
    const acts = planActs(em());
    const { assignmentId } = await acts.give(coach, programContent());
    const { page, close } = await openClient(coach, "today");
    await ask(page, "Strength", "Pause");
    await acts.pause(coach, assignmentId);
    await pressAt(page, GO);
    await page.waitForSelector('[role="dialog"] .error::-p-text(paused or ended meanwhile)');
    await page.waitForSelector(`${PLANS} .tag::-p-text(paused)`);
    await close();
  });

  test("a coach compares two submissions of a form, withdraws one that waits, and the focus stays in the list", async () => {
    const coach = await buildConsoleCoach(stage);
    const first = await buildFormAssignment(em(), coach);
    const { formVersionId } = first;
    await submit(coach, first.id, { ...GOOD_ANSWERS, height: 171 });
    const second = await buildFormAssignment(em(), coach, { formVersionId });
    await submit(coach, second.id, { ...GOOD_ANSWERS, pain: true, where: "Knee" });
    const waiting = await buildFormAssignment(em(), coach, { formVersionId });
    const { page, complaints, close } = await openClient(coach, "forms");
    await (await page.waitForSelector(".btn::-p-text(Compare with the last)"))?.press("Enter");
    await page.waitForSelector(".compared .tag::-p-text(changed)");
    expect(await checkAppearance(page, "client-compared")).toEqual([]);
    expect(await page.$$(".compared tbody")).toHaveLength(5);
    await (await page.waitForSelector(".btn::-p-text(Show only this one)"))?.press("Enter");
    await page.waitForFunction('document.querySelector(".compared") === null');

    await pressAt(page, 'nav.card .btn[aria-label^="Withdraw"]');
    await page.waitForSelector(GO);
    expect(await checkAppearance(page, "client-withdraw")).toEqual([]);
    await pressAt(page, GO);
    await page.waitForSelector('nav.card [role="status"]::-p-text(withdrawn)');
    const { status } = await eventually(
      async () => await em().findOneOrFail(FormAssignment, { id: waiting.id }),
      (found) => found.status === "CANCELLED",
    );
    expect(status).toBe("CANCELLED");
    await page.waitForFunction(IS_AT_HEADING);
    expect(complaints).toEqual([]);
    await close();
  });

  async function openClient(coach: ConsoleCoach, tab: string) {
    const opened = await openPage(stage, `/clients/${coach.relationshipId}/${tab}`);
    await passDoor(opened.page, coach.email);
    return opened;
  }

  async function submit(
    { clientUserId }: ConsoleCoach,
    formAssignmentId: string,
    answers: Parameters<typeof submitForm>[1]["answers"],
  ): Promise<void> {
    const submitting = { formAssignmentId, clientUserId, answers, requestId: null };
    await transact(em(), (tx) => submitForm(tx, submitting));
  }
}

/** React Aria says for seconds that a button works, by the name of a button that may be gone. */
const IS_QUIET = `document.querySelector('[data-live-announcer] [role="img"]') === null`;
const IS_AT_HEADING = 'document.activeElement?.tagName === "H2"';

/** Opens the menu of a plan by keys, and chooses an act. */
async function ask(page: Page, title: string, act: string): Promise<void> {
  const menu = `${PLANS} .btn[aria-label="Change “${title}”"]`;
  await page.waitForSelector(menu);
  await page.focus(menu);
  await page.keyboard.press("Enter");
  const item = `::-p-aria([name="${act}"][role="menuitem"])`;
  await (await page.waitForSelector(item))?.press("Enter");
  await page.waitForSelector(GO);
}
