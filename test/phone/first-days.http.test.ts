import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, type Page, launch } from "puppeteer-core";
import { tables } from "../../db/tables.ts";
import { buildPhone } from "../../tools/phone/build-phone.ts";
import { phoneConfig } from "../../tools/phone/phone-config.ts";
import { photo } from "../factories/media/media.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import {
  button,
  card,
  openPhone,
  openSignedIn,
  signInAs,
  turnAirplane,
  untilSent,
} from "./pages.ts";
import { press } from "./press.ts";
import {
  buildClientOfStage,
  buildCoachOfStage,
  inviteToStage,
  type PhoneStage,
  resolveElsewhere,
  skipPhotosElsewhere,
  startPhoneStage,
} from "./stage.ts";

const source = fileURLToPath(new URL("../../phone/", import.meta.url));

describeInChromium("the first days with the phone", describeChromium);

function describeChromium(executablePath: string): void {
  const folder = mkdtempSync(join(tmpdir(), "sideline-photos-"));
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
    rmSync(folder, { recursive: true });
  });

  test("an invited person signs in, accepts, fills in the questionnaire and the profile, and reaches the first day", async () => {
    const { email, invitationToken, workspaceId } = await inviteToStage(stage);
    const page = await openPhone(browser, stage, `#invitation/${invitationToken}`);
    await page.waitForSelector("main ::-p-text(Cora Coach invites you)");
    await signInAs(page, email);
    const name = await page.waitForSelector("main form input[autocomplete=name]");
    await name?.type("Ana");
    await press(page, "main form input[type=checkbox]");
    await press(page, `main ${button("Accept invitation")}`);

    await page.waitForSelector("main ::-p-text(Nothing is planned yet)");
    await press(page, `main ${button("Open questionnaire")}`);
    await fillQuestionnaire(page);
    await press(page, `main ${button("Submit")}`);
    await page.waitForSelector("main ::-p-text(Submitted)");
    await press(page, "main .back a");
    await page.waitForSelector("::-p-xpath(//li[b='Questionnaire'][span='Done'])");

    await fillProfile(page);
    await press(page, `main ${button("Save profile")}`);
    await page.waitForSelector("main ::-p-text(Nothing is planned today)");
    await page.waitForFunction("document.querySelector('main form') === null");
    expect(await statusOf(workspaceId)).toEqual(["ACTIVE"]);
    await page.close();
  });

  test("a photo that a client adds without a connection shows that it waits and how much has arrived, goes on after a kill in the middle of its upload, and is sent again with its refused entry", async () => {
    const client = await buildClientOfStage(stage);
    const page = await openSignedIn(browser, stage, client);
    await turnAirplane(page);
    await choosePhoto(page, 8);
    await page.waitForSelector(`${card("photo")} ::-p-text(Sent with your next entry here.)`);
    await press(page, `${card("photo")} ${button("Complete")}`);
    await page.waitForSelector(`${card("photo")} ::-p-text(Waits for a connection.)`);
    await skipPhotosElsewhere(stage, client);

    const percent = await killWhileSending(page);
    await page.waitForSelector(`${card("photo")} ::-p-text(Uploaded)`);
    await page.waitForSelector(`${card("photo")} ${button("Send it again")}`);
    const photos = await page.evaluate("document.querySelector('.photos').textContent");
    await press(page, `${card("photo")} ${button("Send it again")}`);
    await untilSent(page);

    expect(percent).toBeGreaterThan(0);
    expect(percent).toBeLessThan(100);
    expect(photos).toContain("You can add");
    expect(photos).not.toContain("Accepted");
    await page.waitForSelector(`${card("photo")} .planes ::-p-text(Done)`);
    await page.waitForSelector(`${card("photo")} ::-p-text(Uploaded)`);
    expect(await uploadsOf(client.relationshipId)).toEqual([{ media: "READY", upload: "READY" }]);
    await page.close();
  });

  test("the sync centre of a coach shows a decision that was made elsewhere meanwhile, and the coach discards their own", async () => {
    const coach = await buildCoachOfStage(stage);
    const page = await openSignedIn(browser, stage, { ...coach, address: "?app=coach" });
    await turnAirplane(page);
    await page.evaluate(`location.hash = "#inbox/${coach.taskId}"`);
    await press(page, `main ${button("Resolve")}`);
    await page.waitForSelector("main select");
    await page.select("main select", "NOT_RELEVANT");
    await press(page, `main form ${button("Resolve")}`);
    await page.waitForSelector("main .plane.waiting");
    await resolveElsewhere(stage, coach);
    await page.evaluate(`location.hash = "#entries"`);
    await page.waitForSelector("main .tag.waiting");

    await turnAirplane(page);
    await page.waitForSelector("main .line.attention");
    await press(page, `main ${button("Discard")}`);
    await press(page, `main .panel ${button("Discard")}`);
    await page.waitForSelector(".announced ::-p-text(You can undo this for 30 seconds.)");
    await untilSent(page);
    await page.close();
  });

  /** Puts a picture of this size into the field of the card. */
  async function choosePhoto(page: Page, mebibytes: number): Promise<void> {
    const path = join(folder, "front.jpg");
    writeFileSync(path, photo(mebibytes * 1024 * 1024));
    const selector = `${card("photo")} input[type=file]`;
    const field = await (await page.waitForSelector(selector))?.toElement("input");
    if (field === undefined) throw new Error("The card takes no photos");
    await field.uploadFile(path);
  }

  async function statusOf(workspaceId: string): Promise<string[]> {
    const found = await tables(stage.api.deps.database.em)
      .selectFrom("relationship")
      .select("status")
      .where("workspaceId", "=", workspaceId)
      .execute();
    return found.map(({ status }) => status);
  }

  /** The uploads of the client, with the number of accepted entries that have each picture. */
  async function uploadsOf(relationshipId: string) {
    return await tables(stage.api.deps.database.em)
      .selectFrom("media")
      .innerJoin("upload", "upload.mediaId", "media.id")
      .innerJoin("operationAttachment as attached", "attached.mediaId", "media.id")
      .select(["media.status as media", "upload.status as upload"])
      .where("media.relationshipId", "=", relationshipId)
      .where("attached.receiptId", "is not", null)
      .execute();
  }
}

/** Answers every question that needs one. */
async function fillQuestionnaire(page: Page): Promise<void> {
  const texts = { main_goal: "Run ten kilometres", days_per_week: "3", sleep: "7,5" };
  for (const [question, text] of Object.entries(texts)) {
    const field = await page.waitForSelector(`#question-${question}`);
    await field?.type(text);
  }
  const first = ["experience", "session_length", "equipment", "stress", "diet"];
  for (const question of first) await press(page, `#question-${question} input`);
  for (const question of ["has_injuries", "has_medical_advice"])
    await press(page, `#question-${question} label:nth-child(2) input`);
}

/** Fills in what the questionnaire has left open. */
async function fillProfile(page: Page): Promise<void> {
  const texts = [
    ["input[type=date]", "04121990"],
    ["input[inputmode=numeric]", "172"],
    ["input[type=text]:not([inputmode])", "Ten kilometres"],
  ] as const;
  for (const [selector, text] of texts) {
    const field = await page.waitForSelector(`main form ${selector}`);
    if ((await field?.evaluate(({ value }) => String(value))) === "") await field?.type(text);
  }
}

/** Turns airplane mode off, and kills the app as soon as a part of the photo has arrived. Returns the percentage. */
async function killWhileSending(page: Page): Promise<number> {
  await press(page, "header ::-p-aria(Developer switches)");
  const killed = page.waitForFunction(KILL_WHILE_SENDING, { polling: "mutation", timeout: 30_000 });
  await Promise.all([page.waitForNavigation(), press(page, "dialog [role=switch]"), killed]);
  return Number(await page.evaluate("sessionStorage.getItem('percent')"));
}

/** The button is pressed in the page: an answer of the browser to the test would come too late. */
const KILL_WHILE_SENDING = `(() => {
  const sent = document.querySelector("main progress")?.value ?? 0;
  if (sent === 0) return false;
  sessionStorage.setItem("percent", sent);
  document.querySelector("dialog .btn.bad").click();
  return true;
})()`;
