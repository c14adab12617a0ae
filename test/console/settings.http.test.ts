import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { User } from "../../db/accounts/user.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { eventually } from "../factories/eventually.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { refuseFirstAsStale } from "./refuse-as-stale.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the settings of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const userOf = async (userId: string) =>
    await stage.api.deps.database.em.fork().findOneOrFail(User, { id: userId });

  test("a coach opens each part by its key and renames themselves, and axe finds nothing", async () => {
    const coach = await buildConsoleCoach(stage);
    const { page, complaints, close } = await openPage(stage, "/settings");
    await passDoor(page, coach.email);
    for (const [key, title] of HEADINGS) {
      await page.keyboard.press(key);
      await page.waitForSelector(`::-p-xpath(//h2[.="${title}"])`);
    }
    await page.waitForSelector('.tabs a[href*="members"] .n');
    await page.keyboard.press("2");
    const name = await page.waitForSelector("input[autocomplete=name]");
    await name?.focus();
    await page.keyboard.press("End");
    await page.keyboard.type(" Adler");
    await page.keyboard.down("Control");
    await page.keyboard.press("s");
    await page.keyboard.up("Control");
    await eventually(
      async () => (await userOf(coach.coachUserId)).displayName,
      (displayName) => displayName.endsWith(" Adler"),
      20_000,
    );
    await page.waitForSelector(".setting-done svg");
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("1");
    await page.waitForSelector("button[aria-pressed]");
    expect(await checkAppearance(page, "settings-yours")).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a deletion that wants a fresh sign-in fetches it and returns to its part, unsent", async () => {
    const coach = await buildConsoleCoach(stage);
    const { page, close } = await openPage(stage, "/settings/data");
    await passDoor(page, coach.email);
    const requests = await refuseFirstAsStale(page, "/auth/account-deletion");
    await (await page.waitForSelector(".card .btn.bad"))?.press("Enter");
    await (await page.waitForSelector('[role="dialog"] .btn.bad'))?.press("Enter");
    expect(await checkAppearance(page, "settings-deletion")).toEqual([]);
    await (await page.waitForSelector('[role="dialog"] .note .btn'))?.press("Enter");
    await page.waitForSelector("input[name=email]");
    await page.type("input[name=email]", coach.email);
    await page.click("button[type=submit]");
    await page.waitForSelector(".card .note");
    expect(new URL(page.url()).pathname).toBe("/settings/data");
    expect(requests).toHaveLength(1);
    expect((await userOf(coach.coachUserId)).status).toBe("ACTIVE");
    await close();
  });
}

/** The key of each part, and a heading in it. */
const HEADINGS = [
  ["1", "Sessions"],
  ["2", "Profile"],
  ["3", "Workspace"],
  ["4", "1 member"],
  ["5", "A copy of your data"],
  ["6", "Single keys"],
] as const;
