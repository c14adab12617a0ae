import { afterAll, beforeAll, expect, test } from "@jest/globals";
import sharp from "sharp";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { putClientFile } from "../factories/media/put-client-file.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { pressAt } from "./keys.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the clients of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a coach opens a client from the roster, walks through every tab and returns by keys alone", async () => {
    const { email, relationshipId, ...owner } = await buildConsoleCoach(stage);
    await putCoachTask(stage.api.deps.database.em, { relationshipId, ...owner }, {});
    const { page, complaints, close } = await openPage(stage, "/clients");
    await passDoor(page, email);
    await page.waitForSelector("tr[aria-rowindex]:not(:has(th)) .why b");
    await page.keyboard.press("j");
    await page.waitForSelector('tr[aria-selected="true"]:focus');
    await page.keyboard.press("Enter");
    const pageOf = (tab: string) => `/clients/${relationshipId}/${tab}`;
    const isAt = async (path: string) =>
      await page.waitForFunction(`location.pathname === ${JSON.stringify(path)}`);
    await isAt(pageOf("today"));
    await page.waitForSelector(".who h1");
    for (const [key, tab] of TABS) {
      await page.keyboard.press(key);
      await isAt(pageOf(tab));
      // The page always waits for news by one long poll.
      await page.waitForNetworkIdle({ idleTime: 200, concurrency: 1 });
      expect(await page.$$('[role="alert"]')).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await isAt("/clients");
    expect(complaints).toEqual([]);
    await close();
  });

  test("a coach looks at a picture of a client, gives a reminder card by keys and ends it after a question, and axe finds nothing in the new tabs", async () => {
    const coach = await buildConsoleCoach(stage);
    const { workspaceId, relationshipId } = coach;
    const { media, database } = stage.api.deps;
    await putClientFile(database.em, coach, {
      contentType: "image/png",
      purpose: "PROGRESS_PHOTO",
      content: { files: media.files, bytes: await picture() },
    });
    const { page, complaints, close } = await openPage(stage, `/clients/${relationshipId}/files`);
    await passDoor(page, coach.email);
    await page.waitForSelector(".file-tile img[src^=blob]");
    expect(await checkAppearance(page, "client-files")).toEqual([]);
    await page.focus(".file-tile");
    await page.keyboard.press("Enter");
    await page.waitForSelector('[role="dialog"] img[src^=blob]');
    const address = await page.evaluate("document.querySelector('[role=dialog] img').src");
    expect(await checkAppearance(page, "client-file")).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    await page.keyboard.press("7");
    await page.waitForSelector(".time li");
    expect(await checkAppearance(page, "client-timeline")).toEqual([]);
    await page.keyboard.press("2");
    await page.waitForSelector(".chart, .seg");
    expect(await checkAppearance(page, "client-weeks")).toEqual([]);
    await page.focus(".who > :last-child .btn:last-of-type");
    await page.keyboard.press("Enter");
    await page.waitForSelector('[role="menuitem"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector('[role="dialog"] form input');
    await page.focus('[role="dialog"] form input');
    await page.keyboard.type("Bring your belt");
    await page.keyboard.press("Enter");
    await page.waitForSelector('[role="dialog"] li ::-p-text(Bring your belt)');
    expect(await checkAppearance(page, "client-cards")).toEqual([]);
    const place = { workspaceId, relationshipId, planKind: "CUSTOM_REMINDER" as const };
    const inForce = async () =>
      await database.em.fork().count(PlanAssignment, { ...place, status: "ACTIVE" });
    expect(await inForce()).toBe(1);
    await pressAt(page, '[role="dialog"] li .btn');
    await page.waitForSelector('[role="dialog"] ::-p-text(no longer sees this card)');
    expect(await checkAppearance(page, "client-card-end")).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForSelector('[role="dialog"] li .btn:focus');
    expect(await inForce()).toBe(1);
    await page.keyboard.press("Enter");
    await pressAt(page, '[role="dialog"] footer .btn.bad');
    await page.waitForSelector('[role="dialog"] [role="status"] ::-p-text(has ended)');
    await page.waitForSelector('[role="dialog"] h3:focus');
    expect(await inForce()).toBe(0);
    expect(complaints).toEqual([]);
    // Nothing is left of the picture: its address went with the dialog. The browser complains of this look.
    const isGone = `new Promise((found) => {
      const image = new Image();
      image.onload = () => found(false);
      image.onerror = () => found(true);
      image.src = ${JSON.stringify(address)};
    })`;
    expect(await page.evaluate(isGone)).toBe(true);
    await close();
  });
}

/** A green square as a PNG. */
async function picture(): Promise<Buffer> {
  const background = { r: 30, g: 120, b: 80 };
  return await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
}

const TABS = [
  ["1", "today"],
  ["2", "weeks"],
  ["3", "workouts"],
  ["4", "log"],
  ["5", "forms"],
  ["6", "files"],
  ["7", "timeline"],
  ["8", "sync"],
] as const;
