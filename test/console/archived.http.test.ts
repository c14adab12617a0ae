import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { collectRefused } from "./collect-refused.ts";
import { pressOffered } from "./press-offered.ts";
import { settlePage } from "./settle-page.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("an archived workspace that has nothing", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("offers no new plan, form, exercise or invitation, says why, and the API refuses nothing that it does offer", async () => {
    const coach = await buildConsoleCoach(stage);
    await archive(coach);
    const { page, close } = await openPage(stage, "/plans");
    await passDoor(page, coach.email);
    const settle = settlePage(page);
    const refused = collectRefused(page);
    await hideForms(page);
    for (const path of PATHS) {
      const address = `${stage.api.url}${path}`;
      await goTo(page, address);
      await settle();
      const steps = await mainSteps(page);
      expect([path, steps.length > 0, steps.filter(({ isOff }) => !isOff)]).toEqual([
        path,
        true,
        [],
      ]);
      expect(steps.map(({ reason }) => reason)).toEqual(steps.map(() => ARCHIVED));
      await pressOffered(page, { address, fills: true, settle });
    }
    expect(refused).toEqual([]);
    await goTo(page, `${stage.api.url}/forms`);
    await settle();
    expect(await checkAppearance(page, "forms-archived")).toEqual([]);
    await close();
  }, 600_000);

  async function archive({ workspaceId, relationshipId }: Archived): Promise<void> {
    const em = stage.api.deps.database.em.fork();
    await setRelationshipStatus(em, relationshipId, "ENDED");
    await em.nativeUpdate(CoachWorkspace, { id: workspaceId }, { status: "ARCHIVED" });
  }
}

interface Archived {
  readonly workspaceId: string;
  readonly relationshipId: string;
}

/** Goes to an address within the page, which a reload would leave for the provider. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
}

/** Answers that there is no form: a workspace always has its first one. */
async function hideForms(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" || !/\/workspaces\/[^/]+\/forms$/u.test(pathname))
      return void request.continue();
    return void request.respond({
      contentType: "application/json",
      body: JSON.stringify({ data: { items: [], nextCursor: null } }),
    });
  });
}

/** Pages whose main step makes something. */
const PATHS = ["/plans", "/forms", "/exercises?own=true", "/onboarding", "/clients"];

const ARCHIVED = "The workspace is archived: it can only be read.";

/** The main steps of a page, whether each is off, and why. */
async function mainSteps(page: Page) {
  return Steps.parse(await page.evaluate(MAIN_STEPS));
}

const Steps = z.array(z.object({ isOff: z.boolean(), reason: z.string() }));

const MAIN_STEPS = `[...document.querySelectorAll("main .btn.go")].map((step) => ({
  isOff: step.ariaDisabled === "true",
  reason: document.getElementById(step.getAttribute("aria-describedby"))?.textContent ?? "",
}))`;
