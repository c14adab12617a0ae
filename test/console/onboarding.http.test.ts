import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as z from "zod";
import { OnboardingAuditEvent } from "../../db/onboarding/onboarding-audit-event.ts";
import { getOnboarding } from "../../db/onboarding/queries.ts";
import { eventually } from "../factories/eventually.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { openReader } from "./ask-api.ts";
import { pressAt, tabTo } from "./keys.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the onboarding board of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a coach nudges a client and overrides the questionnaire with a reason by keys alone, the audit has both, and axe finds nothing on board and dialog", async () => {
    const coach = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const { instanceId } = await getOnboarding(em.fork(), coach.relationshipId);
    const { page, complaints, close } = await openPage(stage, "/onboarding");
    await passDoor(page, coach.email);
    await page.waitForSelector(".board .card");
    await page.keyboard.press("j");
    await page.waitForSelector('.board .card[aria-current="true"]:focus');
    await page.keyboard.press("n");
    await eventually(
      async () => await em.fork().count(OnboardingAuditEvent, { instanceId, eventType: "nudged" }),
      (count) => count === 1,
      20_000,
    );
    await page.waitForSelector(".undo");
    expect(await checkAppearance(page, "onboarding-board")).toEqual([]);
    await page.keyboard.press("o");
    await page.waitForSelector('[role="dialog"] select');
    expect(await checkAppearance(page, "onboarding-override")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await tabTo(page, '[role="dialog"] select');
    // The last of the overrides.
    await page.keyboard.press("End");
    await tabTo(page, '[role="dialog"] textarea');
    await page.keyboard.type("Answered by phone");
    await pressAt(page, '[role="dialog"] .btn.go');
    await eventually(
      async () =>
        await em.fork().count(OnboardingAuditEvent, { instanceId, eventType: "overridden" }),
      (count) => count === 1,
      20_000,
    );
    const read = await openReader(stage, coach.email);
    const { clientUserId, workspaceId } = coach;
    const path = `/workspaces/${workspaceId}/clients/${clientUserId}/onboarding`;
    expect(JSON.stringify(await read(path, z.unknown()))).toContain("FORCE_COMPLETE");
    expect(complaints).toEqual([]);
    await close();
  });

  test("a client whose profile waits for the coach has a review on the board, and E opens it in the inbox", async () => {
    const { email, ...owner } = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    const { id } = await putCoachTask(em, owner, {
      taskType: "PROFILE_REVIEW",
      sourceKind: "PROFILE",
      sourceContext: "PROFILE",
    });
    const { page, complaints, close } = await openPage(stage, "/onboarding");
    await passDoor(page, email);
    await page.waitForSelector(".board .card ::-p-text(Profile to review.)");
    expect(await checkAppearance(page, "onboarding-review")).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    await page.keyboard.press("j");
    await page.waitForSelector('.board .card[aria-current="true"]:focus');
    await page.keyboard.press("e");
    await page.waitForFunction(`location.pathname === "/inbox/${id}"`);
    await page.waitForSelector(".preview .lead");
    expect(complaints).toEqual([]);
    await close();
  });
}
