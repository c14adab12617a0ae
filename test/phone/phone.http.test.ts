import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, type Page, launch } from "puppeteer-core";
import { tables } from "../../db/tables.ts";
import { buildPhone } from "../../tools/phone/build-phone.ts";
import { phoneConfig } from "../../tools/phone/phone-config.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { button, card, kill, openSignedIn, turnAirplane, untilSent } from "./pages.ts";
import { press } from "./press.ts";
import {
  type PhoneStage,
  buildClientOfStage,
  buildCoachOfStage,
  buildTrainingClientOfStage,
  replaceProgram,
  startPhoneStage,
} from "./stage.ts";

const source = fileURLToPath(new URL("../../phone/", import.meta.url));

describeInChromium("the phone with its library", describeChromium);

function describeChromium(executablePath: string): void {
  let browser: Browser;
  let stage: PhoneStage;

  beforeAll(async () => {
    stage = await startPhoneStage(async (target, issuer) => {
      await buildPhone({ source, target, config: phoneConfig(issuer) });
    });
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  afterAll(async () => {
    await browser.close();
    await stage.close();
  });

  test("ten entries that a signed-in client makes without a connection outlive a kill of the app and a reload, and each is accepted once, also if the answer to a batch is lost", async () => {
    const client = await buildClientOfStage(stage);
    const page = await openSignedIn(browser, stage, client);
    await turnAirplane(page);
    await makeTenEntries(page);

    await kill(page);
    await page.waitForSelector("main ::-p-text(No connection.)");
    await page.waitForSelector("nav ::-p-text(10)");
    expect(await receiptsOf(stage, client.relationshipId)).toEqual([]);

    await turnAirplane(page);
    await untilSent(page);
    expect(await receiptsOf(stage, client.relationshipId)).toEqual(
      Array.from({ length: 10 }, () => "ACCEPTED"),
    );
    await press(page, "header ::-p-aria(Developer switches)");
    await press(page, "dialog [role=switch][aria-label^='Lose']");
    await press(page, "dialog ::-p-aria(Close)");
    await press(page, `${card("tickReminder")} ::-p-aria(Tick Neck)`);
    await page.waitForSelector(`${card("tickReminder")} .state ::-p-text(Accepted)`);
    expect(await receiptsOf(stage, client.relationshipId)).toHaveLength(11);
    await page.close();
  });

  test("a workout that a client trains without a connection survives a kill in the middle, and is accepted once", async () => {
    const client = await buildTrainingClientOfStage(stage);
    const page = await openSignedIn(browser, stage, client);
    await press(page, `${card("Strength")} ::-p-aria(Open workout)`);
    await page.waitForSelector("main ::-p-text(2 exercises, 3 sets)");
    await turnAirplane(page);
    await press(page, `main ${button("Start")}`);
    await enterSet(page, ["100", "5", "8"]);
    await page.waitForSelector("main ::-p-text(1 of 3 sets)");
    await kill(page);
    await page.waitForSelector("main ::-p-text(1 of 3 sets)");
    await press(page, `main ${button("Set done")}`);
    await page.waitForSelector("main .guided ::-p-text(Pull-up)");
    await press(page, `main ${button("Set done")}`);
    await page.waitForSelector("main ::-p-text(Every set is entered)");
    await press(page, `main ${button("Finish workout")}`);
    await press(page, `main ${button("Finish")}`);
    await page.waitForSelector("main ::-p-text(Finished, waiting to be sent)");
    await turnAirplane(page);
    await page.waitForSelector("main .plane.accepted");
    const sessions = await tables(stage.api.deps.database.em)
      .selectFrom("workoutSession")
      .select("status")
      .where("relationshipId", "=", client.relationshipId)
      .execute();
    expect(sessions).toEqual([{ status: "SUBMITTED" }]);
    await page.close();
  });

  test("a client who takes the server's version of a workout that the coach replaced goes on with it on the screen of the new one, with what was trained", async () => {
    const client = await buildTrainingClientOfStage(stage);
    const page = await openSignedIn(browser, stage, client);
    await press(page, `${card("Strength")} ::-p-aria(Open workout)`);
    await page.waitForSelector("main ::-p-text(2 exercises, 3 sets)");
    await turnAirplane(page);
    await press(page, `main ${button("Start")}`);
    await enterSet(page, ["100", "5", "8"]);
    await page.waitForSelector("main ::-p-text(1 of 3 sets)");
    await press(page, `main ${button("Finish workout")}`);
    await press(page, `main ${button("Finish")}`);
    await page.waitForSelector("main ::-p-text(Finished, waiting to be sent)");
    await replaceProgram(stage, client);
    await turnAirplane(page);
    await press(page, `main ${button("Take the server's version")}`);
    await page.waitForSelector("main ::-p-xpath(//h1[.='Power'])");
    await page.waitForSelector("main ::-p-text(1 of 3 sets)");
    await press(page, `main ${button("Finish workout")}`);
    await press(page, `main ${button("Finish")}`);
    await page.waitForSelector("main .plane.accepted");
    await page.close();
  });

  test("a coach resolves a task of the inbox without a connection, and the decision survives a kill and counts once", async () => {
    const coach = await buildCoachOfStage(stage);
    const page = await openSignedIn(browser, stage, { ...coach, address: "?app=coach" });
    await turnAirplane(page);
    await page.evaluate(`location.hash = "#inbox/${coach.taskId}"`);
    await press(page, `main ${button("Resolve")}`);
    await page.waitForSelector("main select");
    await page.select("main select", "NOT_RELEVANT");
    await press(page, `main form ${button("Resolve")}`);
    await page.waitForSelector("main .plane.waiting");
    await kill(page);
    await page.waitForSelector("main .plane.waiting");
    await turnAirplane(page);
    await untilSent(page);
    const [task] = await tables(stage.api.deps.database.em)
      .selectFrom("coachTask")
      .select(["status", "resolutionType"])
      .where("id", "=", coach.taskId)
      .execute();
    expect(task).toEqual({ status: "RESOLVED", resolutionType: "NOT_RELEVANT" });
    await page.close();
  });
}

/** Types the values of the set that is shown, and enters it. */
async function enterSet(page: Page, values: readonly string[]): Promise<void> {
  await page.waitForSelector("main .set-fields input");
  const fields = await page.$$("main .set-fields input");
  for (const [place, value] of values.entries()) {
    // A banner may move the page under a pointer.
    await fields[place]?.evaluate((field: Field) => field.select());
    await fields[place]?.type(value);
  }
  await press(page, `main ${button("Set done")}`);
}

/** Ticks, completions and values, each stored before the next; the tasks are named after their kind. */
async function makeTenEntries(page: Page): Promise<void> {
  const ticks = ["Tick Rice", "Tick Beans", "Tick Iron", "Tick Zinc"];
  const controls = [
    ...ticks.map((label) => `main ::-p-aria(${label})`),
    `${card("tickHabit")} ::-p-aria(Tick Neck)`,
    ...["habit", "reminder"].map((title) => `${card(title)} ::-p-aria(Complete)`),
  ];
  for (const [made, control] of controls.entries()) {
    await press(page, control);
    await untilWaiting(page, made + 1);
  }
  for (const [made, amount] of ["250", "300", "350"].entries()) {
    const field = await page.waitForSelector(`${card("water")} input`);
    await field?.type(amount);
    await press(page, `${card("water")} ::-p-aria(Record)`);
    await untilWaiting(page, controls.length + made + 1);
  }
}

/** Waits until the navigation counts this many entries. */
async function untilWaiting(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    `Number.parseInt(document.querySelector("nav .n")?.textContent ?? "0", 10) === ${count}`,
  );
}

/** A text field in the page. */
interface Field {
  select(): void;
}

/** The verdicts on operations of a relationship. */
async function receiptsOf({ api }: PhoneStage, relationshipId: string): Promise<readonly string[]> {
  const found = await tables(api.deps.database.em)
    .selectFrom("quickLogOperation")
    .select("status")
    .where("relationshipId", "=", relationshipId)
    .execute();
  return found.map(({ status }) => status);
}
