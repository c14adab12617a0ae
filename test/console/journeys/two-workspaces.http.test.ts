import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import { ClientProfile } from "../../../db/accounts/client-profile.ts";
import { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../../db/workspaces/workspace-membership.ts";
import { joinWorkspace } from "../../factories/accounts/join-workspace.ts";
import { eventually } from "../../factories/eventually.ts";
import { putCoachTask } from "../../factories/inbox/coach-tasks.ts";
import { checkAppearance } from "../../factories/pages/check-appearance.ts";
import { describeInChromium } from "../../harness/describe-in-chromium.ts";
import { openReader } from "../ask-api.ts";
import { pressAt } from "../keys.ts";
import {
  type ConsoleCoach,
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "../stage.ts";

const NOTE = "Her knee hurts since Tuesday";
const TaskState = z.object({ status: z.string(), note: z.string().nullable() });

describeInChromium("a coach of two workspaces", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const em = () => stage.api.deps.database.em.fork();

  test("the coach switches by keys, acts in the second workspace and reloads; the API says that this workspace got the act, and what was typed in the first one is still there", async () => {
    const { own, joined, ownTask, joinedTask } = await buildTwo();
    const { page, complaints, close } = await openPage(stage, `/inbox/${ownTask}`);
    await passDoor(page, own.email);
    await page.waitForSelector(".preview ::-p-text(Olga Own)");
    await addressNames(page, own.workspaceId);
    await typeNote(page);

    await switchByKeys(page, "Joined Gym");
    await addressNames(page, joined.workspaceId);
    expect(new URL(page.url()).pathname).toBe("/inbox");
    await page.waitForFunction(
      'document.querySelector("#said").textContent === "Joined Gym is open"',
    );
    await page.waitForSelector(".item ::-p-text(Jana Joined)");
    expect(await page.evaluate("document.body.innerText")).not.toMatch(/Olga Own/);
    await page.keyboard.press("j");
    await page.waitForSelector(".preview ::-p-text(Jana Joined)");
    await page.keyboard.press("d");
    await page.waitForSelector('[role="dialog"] [role="option"]:focus');
    await page.keyboard.press("Enter");

    const read = await openReader(stage, own.email);
    const stateOf = async (workspaceId: string, taskId: string) =>
      await read(`/workspaces/${workspaceId}/coach-tasks/${taskId}`, TaskState);
    await eventually(
      async () => await stateOf(joined.workspaceId, joinedTask),
      ({ status }) => status === "DISMISSED",
    );
    expect(await stateOf(own.workspaceId, ownTask)).toEqual({ status: "OPEN", note: null });

    await page.goBack();
    await page.waitForSelector(".side .workspace-switch ::-p-text(Own Studio)");
    await page.waitForSelector(".preview ::-p-text(Olga Own)");
    await openDismissal(page);
    await page.waitForFunction(`document.querySelector("textarea").value === "${NOTE}"`);
    await page.keyboard.press("Escape");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');

    await page.goForward();
    await page.waitForSelector(".side .workspace-switch ::-p-text(Joined Gym)");
    await page.reload();
    await page.waitForSelector(".side .workspace-switch ::-p-text(Joined Gym)");
    await addressNames(page, joined.workspaceId);
    expect(complaints).toEqual([]);
    await close();
  });

  test("another tab opens the workspace that was shown last, a mail opens its own, and an address that is about another workspace says where to look", async () => {
    const { own, joined, ownTask } = await buildTwo();
    const { page, close } = await openPage(stage, "/clients");
    await passDoor(page, own.email);
    await page.waitForSelector("main ::-p-text(Olga Own)");
    await switchByKeys(page, "Joined Gym");
    await page.waitForSelector("main ::-p-text(Jana Joined)");
    expect(new URL(page.url()).pathname).toBe("/clients");

    const tab = await page.browserContext().newPage();
    await tab.goto(`${stage.api.url}/plans`);
    await tab.waitForSelector(".side .workspace-switch ::-p-text(Joined Gym)");
    await addressNames(tab, joined.workspaceId);

    await tab.goto(`${stage.api.url}/coach-app?workspace=${own.workspaceId}`);
    await (await tab.waitForSelector("a.button"))?.press("Enter");
    await tab.waitForSelector(".item ::-p-text(Olga Own)");
    await addressNames(tab, own.workspaceId);

    await tab.goto(`${stage.api.url}/inbox/${ownTask}?workspace=${joined.workspaceId}`);
    await pressAt(tab, ".elsewhere .btn");
    await tab.waitForSelector(".preview ::-p-text(Olga Own)");
    await addressNames(tab, own.workspaceId);
    expect(new URL(tab.url()).pathname).toBe(`/inbox/${ownTask}`);
    await close();
  });

  test("an address of a workspace of others, and of one that the coach has left, says so and leads to the coach's own; a suspended one leads to the others", async () => {
    const { own, joined } = await buildTwo();
    const stranger = await buildConsoleCoach(stage);
    const { page, close } = await openPage(stage, `/inbox?workspace=${stranger.workspaceId}`);
    await passFirstDoor(page, own.email);
    await page.waitForSelector(".door h1 ::-p-text(Not a workspace of yours)");
    expect(await checkAppearance(page, "workspace-of-others")).toEqual([]);
    await wide(page);
    await pressAt(page, ".door .btn.go");
    await page.waitForSelector(".side .workspace-switch ::-p-text(Own Studio)");

    await switchByKeys(page, "Joined Gym");
    await page.waitForSelector(".item ::-p-text(Jana Joined)");
    const place = { userId: own.coachUserId, workspaceId: joined.workspaceId };
    const endedAt = new Date();
    await em().nativeUpdate(WorkspaceMembership, place, { status: "ENDED", endedAt });
    await page.reload();
    await page.waitForSelector(".door h1 ::-p-text(Not a workspace of yours)");
    await pressAt(page, ".door .btn.go");
    // With one workspace there is nothing to switch.
    await page.waitForSelector(".side .brand:not(.workspace-switch) ::-p-text(Own Studio)");

    await em().nativeUpdate(WorkspaceMembership, place, { status: "ACTIVE", endedAt: null });
    const id = joined.workspaceId;
    await em().nativeUpdate(CoachWorkspace, { id }, { status: "SUSPENDED" });
    await page.goto(`${stage.api.url}/inbox?workspace=${id}`);
    await page.waitForSelector(".door h1 ::-p-text(suspended)");
    await pressAt(page, ".door .btn.go");
    await page.waitForSelector(".side .workspace-switch ::-p-text(Own Studio)");
    await close();
  });

  test.each([
    ["English", "en", "Your workspaces", "Switch workspace"],
    ["German", "de", "Ihre Arbeitsbereiche", "Arbeitsbereich wechseln"],
  ])(
    "the menu of workspaces has no fault in %s, light and dark, at every width, and the palette has it",
    async (_, language, title, act) => {
      const { own } = await buildTwo();
      const { page, close } = await openPage(stage, "/no-page");
      await page.evaluateOnNewDocument(
        `Object.defineProperty(navigator, "languages", { get: () => ["${language}"] })`,
      );
      await page.goto(`${stage.api.url}/clients`);
      await passDoor(page, own.email);
      await page.waitForSelector("main ::-p-text(Olga Own)");
      await page.keyboard.down("Control");
      await page.keyboard.press("k");
      await page.keyboard.up("Control");
      await page.waitForSelector('[role="dialog"] input');
      await page.keyboard.type(act);
      await page.waitForSelector(`[role="dialog"] [role="option"] ::-p-text(${act})`);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForSelector(`[role="menu"][aria-label="${title}"]`);
      expect(await checkAppearance(page, `workspaces-${language}`)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.waitForFunction('document.querySelector("[role=menu]") === null');
      await page.setViewport({ width: 390, height: 800 });
      await (await page.waitForSelector(".top .workspace-switch"))?.press("Enter");
      await page.waitForSelector(`[role="menu"][aria-label="${title}"]`);
      expect(await checkAppearance(page, `workspaces-narrow-${language}`)).toEqual([]);
      await close();
    },
  );

  /** A coach with a workspace of their own who also coaches in another one; each has a client with a task. */
  async function buildTwo() {
    const own = await named(await buildConsoleCoach(stage), "Own Studio", "Olga Own");
    const joined = await named(await buildConsoleCoach(stage), "Joined Gym", "Jana Joined");
    const { workspaceId } = joined;
    await joinWorkspace(em(), { userId: own.coachUserId, workspaceId });
    const [{ id: ownTask }, { id: joinedTask }] = [await taskOf(own), await taskOf(joined)];
    return { own, joined, ownTask, joinedTask };
  }

  async function named(coach: ConsoleCoach, name: string, displayName: string) {
    await em().nativeUpdate(CoachWorkspace, { id: coach.workspaceId }, { name });
    await em().nativeUpdate(ClientProfile, { userId: coach.clientUserId }, { displayName });
    return coach;
  }

  const taskOf = async ({ email: _email, ...owner }: ConsoleCoach) =>
    await putCoachTask(em(), owner);
}

/** Opens the menu by its key and takes a workspace by the keys of the menu. */
async function switchByKeys(page: Page, name: string): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.waitForSelector('[role="menuitemradio"]:focus');
  // Typing the name of an item moves to it.
  await page.keyboard.type(name.slice(0, 3));
  await page.waitForSelector(`[role="menuitemradio"]:focus ::-p-text(${name})`);
  await page.keyboard.press("Enter");
  await page.waitForSelector(`.side .workspace-switch ::-p-text(${name})`);
}

const addressNames = async (page: Page, workspaceId: string) =>
  await page.waitForFunction(
    `new URLSearchParams(location.search).get("workspace") === "${workspaceId}"`,
  );

/** Types a note into the dialog of the open task, and leaves it unsent. */
async function typeNote(page: Page): Promise<void> {
  await openDismissal(page);
  await page.type('[role="dialog"] textarea', NOTE);
  await page.keyboard.press("Escape");
  await page.waitForFunction('document.querySelector("[role=dialog]") === null');
}

async function openDismissal(page: Page): Promise<void> {
  await page.keyboard.press("d");
  await page.waitForSelector('[role="dialog"] [role="option"]');
}

/** Signs in from the door; another page than the console's may follow. */
async function passFirstDoor(page: Page, email: string): Promise<void> {
  await (await page.waitForSelector(".door .btn.go"))?.press("Enter");
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", email);
  await page.keyboard.press("Enter");
}

const wide = async (page: Page) => await page.setViewport({ width: 1280, height: 800 });
