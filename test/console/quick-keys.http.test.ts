import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import { ROSTER_SORTS } from "../../contract/inbox/console/vocabulary.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { tables } from "../../db/tables.ts";
import { COACH } from "../../tools/demo/demo-names.ts";
import { buildIdentity, buildRelationship } from "../factories/accounts/identity.ts";
import { eventually } from "../factories/eventually.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { seedStageDemo } from "./demo-on-stage.ts";
import {
  type ConsoleCoach,
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium(
  "a key that is pressed before the address follows the one before",
  describeChromium,
);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const em = () => stage.api.deps.database.em.fork();

  /** The inbox of a coach with some tasks. */
  async function openInbox(...tasks: readonly Partial<CoachTask>[]) {
    const { email, ...owner } = await buildConsoleCoach(stage);
    const ids: string[] = [];
    for (const changes of tasks) ids.push((await putCoachTask(em(), owner, changes)).id);
    const opened = await openPage(stage, "/inbox");
    await passDoor(opened.page, email);
    await waitForRows(opened.page, tasks.length);
    /** The places of the tasks that are pinned. */
    const pinned = async () => {
      const stored = await em().find(CoachTask, { ...owner, pinPart: { $gt: 0 } });
      return stored.map(({ id }) => ids.indexOf(id));
    };
    return { ...opened, pinned };
  }

  /** A coach of two clients, and the page of the first one of the roster. */
  async function openFirstOfTwo(address: (client: ConsoleCoach) => string) {
    const first = await buildConsoleCoach(stage);
    const { email, coachUserId: userId, workspaceId } = first;
    const coach = { userId, workspaceId, identity: buildIdentity() };
    const second = await buildRelationship(em(), { coach });
    await putCoachTask(em(), ownerOf(first));
    const opened = await openPage(stage, address(first));
    await passDoor(opened.page, email);
    return { ...opened, second };
  }

  test("selects in the inbox the row that the cursor moved to", async () => {
    const { page, complaints, close } = await openInbox({}, {}, {});
    await pressAtOnce(page, "j", "x", "j", "x");
    await page.waitForFunction(`[...document.querySelectorAll(".item .check")]
      .map(({ ariaChecked }) => ariaChecked).join() === "true,true,false"`);
    await page.waitForSelector('.item[aria-rowindex="3"][aria-selected="true"]');
    expect(complaints).toEqual([]);
    await close();
  });

  test("acts in the inbox on the row that the cursor moved to", async () => {
    const { page, complaints, pinned, close } = await openInbox({ severity: "HIGH" }, {});
    await page.keyboard.press("j");
    await page.waitForSelector(".preview h2");
    await pressAtOnce(page, "j", "p");
    expect(await eventually(pinned, (places) => places.length > 0)).toEqual([1]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("opens and acts on a row of the view that a key has just chosen", async () => {
    const { page, complaints, pinned, close } = await openInbox(
      { severity: "HIGH" },
      { taskType: "FORM_REVIEW", sourceKind: "FORM" },
    );
    await page.keyboard.press("4");
    await waitForRows(page, 1);
    await page.keyboard.press("1");
    await waitForRows(page, 2);
    await pressAtOnce(page, "4", "j", "p");
    expect(await eventually(pinned, (places) => places.length > 0)).toEqual([1]);
    await waitForRows(page, 1);
    expect(complaints).toEqual([]);
    await close();
  });

  test("opens a tab of the client who is shown next", async () => {
    const { page, complaints, second, close } = await openFirstOfTwo(
      ({ relationshipId }) => `/clients/${relationshipId}/weeks`,
    );
    await page.waitForSelector('.btn[aria-label="client after"]:not([aria-disabled])');
    await pressAtOnce(page, "]", "3");
    await isAt(page, `/clients/${second.relationshipId}/workouts`);
    expect(complaints).toEqual([]);
    await close();
  });

  test("sorts the roster once more", async () => {
    const { page, complaints, close } = await openFirstOfTwo(() => "/clients");
    await page.waitForSelector("tr[aria-rowindex='2']");
    await pressAtOnce(page, "s", "s");
    await page.waitForFunction(
      `new URLSearchParams(location.search).get("sort") === "${ROSTER_SORTS[2]}"`,
    );
    expect(complaints).toEqual([]);
    await close();
  });

  test("opens the workout after the one that is shown next", async () => {
    const { workspaceId } = await seedStageDemo(stage);
    const sessions = await tables(em())
      .selectFrom("workoutSession as session")
      .innerJoin("relationship", "relationship.id", "session.relationshipId")
      .where("relationship.workspaceId", "=", workspaceId)
      .select("session.relationshipId")
      .execute();
    expect(sessions.length).toBeGreaterThan(2);
    const path = `/clients/${sessions[0]?.relationshipId}/workouts`;
    const { page, complaints, close } = await openPage(stage, path);
    await passDoor(page, COACH.email);
    const links = 'nav[aria-label="Workouts"] a';
    await page.waitForFunction(`document.querySelectorAll('${links}').length > 2`);
    await pressAtOnce(page, "j", "j");
    await page.waitForFunction(
      `document.querySelectorAll('${links}')[2].getAttribute("aria-current") !== null`,
    );
    expect(complaints).toEqual([]);
    await close();
  });
}

const ownerOf = ({ email: _email, ...owner }: ConsoleCoach) => owner;

async function waitForRows(page: Page, count: number): Promise<void> {
  await page.waitForFunction(`document.querySelectorAll('[role="row"].item').length === ${count}`);
}

async function isAt(page: Page, path: string): Promise<void> {
  await page.waitForFunction(`location.pathname === ${JSON.stringify(path)}`);
}

/** Presses keys without a pause, so that none waits until the navigation of the one before is complete. */
async function pressAtOnce(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      // As after a key of a keyboard: what it changed at once is drawn.
      await null;
    }
  })()`);
}
