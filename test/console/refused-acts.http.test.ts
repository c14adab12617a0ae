import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { PAGE_ACTS, REFUSALS, type RefusedAct } from "./page-acts.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("acts that are refused", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test.each(PAGE_ACTS)(
    "$name says after each refusal, and without an answer, what happened and what to do, and works in the end",
    async ({ address, path, begin, act, place }) => {
      const coach = await buildConsoleCoach(stage);
      const { email, ...owner } = coach;
      const { em } = stage.api.deps.database;
      await putCoachTask(em, owner, {});
      await planActs(em).give(coach, programContent());
      await buildFormAssignment(em, coach);
      const { page, close } = await openPage(stage, address(coach));
      await passDoor(page, email);
      const answers = await answerActs(page, path);
      await begin(page);
      for (const answer of REFUSALS) {
        answers.next = answer;
        await act(page);
        await page.waitForSelector(`${place} ::-p-text(${answer.says})`);
      }
      answers.next = null;
      await act(page);
      await page.waitForFunction(`document.querySelector(${JSON.stringify(ERRORS)}) === null`);
      // The last try, and nothing else, has reached the API.
      expect(answers.sent).toBe(1);
      await close();
    },
  );
}

const ERRORS = ".error, [role=alert]";

/** Answers the acts of a path in the API's place, as long as there is a next answer. */
async function answerActs(page: Page, path: string): Promise<Answers> {
  const answers: Answers = { next: null, sent: 0 };
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const { next } = answers;
    const isAct = request.method() === "POST" && request.url().endsWith(path);
    if (isAct && next === null) answers.sent += 1;
    if (!isAct || next === null) return void request.continue();
    if (next.status === null) return void request.abort("connectionreset");
    const { status, code } = next;
    return void request.respond({
      status,
      contentType: "application/problem+json",
      headers: { "Retry-After": "7" },
      body: JSON.stringify({ code, status }),
    });
  });
  return answers;
}

interface Answers {
  next: RefusedAct | null;
  /** Acts that reached the API. */
  sent: number;
}
