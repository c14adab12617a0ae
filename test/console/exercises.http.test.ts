import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Exercise } from "../../db/exercises/catalogue/exercise.ts";
import { eventually } from "../factories/eventually.ts";
import { buildMediaRoom } from "../factories/exercises/media-room.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("the exercise library of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a coach looks at an exercise without a call for its video, reads why none plays, and copies it as the workspace's own by keys", async () => {
    const coach = await buildConsoleCoach(stage);
    const { em } = stage.api.deps.database;
    // Its provider is not connected here, so a press of play is answered with a reason.
    const room = await buildMediaRoom(em, { limits: { exercises: 10, minutes: 10 }, count: 1 });
    const { page, complaints, close } = await openPage(stage, `/exercises/${room.exerciseIds[0]}`);
    const calls: string[] = [];
    page.on("request", (request) => void calls.push(`${request.method()} ${request.url()}`));
    await passDoor(page, coach.email);
    await page.waitForSelector(".preview .exercise-name");
    await page.waitForSelector(".tileex");
    expect(calls.filter((call) => call.includes("media-session"))).toEqual([]);
    await page.keyboard.press("Space");
    await page.waitForSelector(".preview [role=alert]");
    expect(calls.filter((call) => /^POST .*media-session$/u.test(call))).toHaveLength(1);
    expect(await checkAppearance(page, "exercises")).toEqual([]);
    await page.keyboard.press("c");
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.press("End");
    await page.keyboard.type(" our way");
    expect(await checkAppearance(page, "exercises-copy")).toEqual([]);
    const go = await page.waitForSelector('[role="dialog"] footer .btn.go');
    await go?.press("Enter");
    const [own] = await eventually(
      async () => await em.fork().find(Exercise, { workspaceId: coach.workspaceId }),
      (rows) => rows.length === 1,
      20_000,
    );
    expect(own?.title).toMatch(/ our way$/u);
    await page.waitForSelector(".undo");
    expect(new URL(page.url()).pathname).toBe(`/exercises/${own?.id}`);
    await page.waitForSelector(".preview h2:focus, .preview .btn:focus");
    await page.keyboard.press("Escape");
    await page.waitForFunction('location.pathname === "/exercises"');
    expect(complaints).toEqual([]);
    await close();
  });
}
