import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, type Page, launch } from "puppeteer-core";
import * as z from "zod";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { campaignSize } from "../harness/campaign.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { buildPreview } from "./preview/build-preview.ts";
import { type Preview, servePreview } from "./preview/serve-preview.ts";

/** The first half is part of the ordinary run, all of them of the campaign `pages`. */
const SCREENS = [
  ["a day with every kind of task", "?day=offline", "de"],
  ["a workout in progress", "?workout=training#workout/workout", "en"],
  ["the coach's inbox", "?app=coach&day=offline", "en"],
  ["the entries", "?day=offline#entries", "en"],
  ["a form", "#form/form", "en"],
  ["a device whose storage and session are lost", "?day=faulty", "de"],
  ["the sign-in", "callback?day=door", "en"],
  ["the settings", "#settings", "de"],
  ["a page whose library cannot be loaded", "?day=broken", "de"],
  ["an invitation", "?day=door#invitation/abcdefghijklmnopqrstuvwxyz", "de"],
  ["a workout in conflict", "?workout=conflict#workout/workout", "de"],
  ["a task of the coach's inbox", "?app=coach#inbox/fell", "de"],
  ["an ended coaching", "?day=ended", "en"],
  ["a device that was signed out", "?day=revoked", "de"],
  ["entries that cannot be read", "?day=faulty#entries", "de"],
  ["an accepted invitation that cannot be read", "?day=lost#entries", "en"],
] as const;

describeInChromium("the screens of the phone", describeChromium);

function describeChromium(executablePath: string): void {
  let browser: Browser;
  let preview: Preview;
  const faults: string[] = [];

  beforeAll(async () => {
    preview = await servePreview(await buildPreview({ version: "1", config: {} }));
    browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  afterAll(async () => {
    await browser.close();
    preview.close();
  });

  async function open(address: string, language = "en"): Promise<Page> {
    const page = await browser.newPage();
    page.on("console", (line) => faults.push(line.text()));
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.setExtraHTTPHeaders({ "Accept-Language": language });
    await page.evaluateOnNewDocument(`localStorage.setItem("language", "${language}")`);
    await page.setViewport({ width: 390, height: 844 });
    await page.goto(`${preview.url}${address}`);
    await page.waitForSelector("main h1");
    return page;
  }

  const shown = async (page: Page) =>
    z.string().parse(await page.evaluate("document.querySelector('main').innerText"));
  const press = async (page: Page, label: string, within = "main") => {
    const button = await page.waitForSelector(`${within} ::-p-aria(${label})`);
    await button?.click();
  };
  const card = (name: string) => `::-p-xpath(//article[.//h2='${name}'])`;

  test.each(SCREENS.slice(0, campaignSize("SCREENS", SCREENS.length)))(
    "the phone shows %s without a barrier, in light and dark, on 320 and 1,280 pixels",
    async (name, address, language) => {
      const page = await open(address, language);
      const view = `phone-${name.replaceAll(" ", "-")}-${language}`;
      expect(await checkAppearance(page, view, "PAGE")).toEqual([]);
      await page.close();
    },
  );

  test("every control of the phone is at least 44 pixels high and wide", async () => {
    const small: unknown[] = [];
    for (const address of CONTROLLED) {
      const page = await open(address);
      small.push(await page.evaluate(SMALL_CONTROLS));
      await page.close();
    }
    expect(small).toEqual(CONTROLLED.map(() => []));
  });

  test("a card shows whether each state and value is accepted, waits or was refused, and what to do next", async () => {
    const page = await open("?day=offline");
    const text = await shown(page);
    expect(text).toContain("Started · 1,250 of 2,500 ml");
    expect(text).toContain("Started · 1,750 of 2,500 ml");
    expect(text).toContain("May still change: this device lacks part of the data.");
    expect(text).toContain("Drink water: recorded 5,000 ml");
    expect(text).toContain("This value is outside the allowed range.");
    expect(text).toContain("Make the entry again with a value that fits.");
    await page.waitForSelector(`${card("Walk after lunch")} ::-p-text(${LIKELY_REFUSED})`);
    expect(text).toMatch(
      /No connection\. Last updated \d\d:\d\d\. New entries wait on this device\./,
    );
    await page.close();
  });

  test("a card shows which of its photos is on its way, waits or was refused, and how many more it takes", async () => {
    const page = await open("?day=offline");
    await page.waitForSelector(`${card("Lunch")} progress`);
    const text = await shown(page);
    expect(text).toContain("Uploading, 37 %");
    expect(text).toContain("Waits for a connection. 37 % has arrived.");
    expect(text).toContain("Not accepted. Choose another one.");
    expect(text).toContain("You can add 3 photos.");
    await page.close();
  });

  test("an empty day leads a new client to the first steps, which show an act that is being sent and one that waits", async () => {
    const page = await open("?day=empty");
    await page.waitForSelector("main ::-p-text(Nothing is planned yet)");
    const text = await shown(page);
    expect(text).not.toContain("Nothing is planned today");
    expect(text).toMatch(
      /Getting started[\s\S]*Opening the questionnaire\s+Waiting to be sent\s+Sending…/,
    );
    expect(text).toContain("It is sent once this device is online.");
    await page.close();
  });

  test("no screen of the phone shows an id, a code or a status in capitals", async () => {
    for (const address of ["?day=offline", "?day=faulty", "?day=offline#entries", "#settings"]) {
      const page = await open(address);
      expect((await shown(page)).match(/\b[A-Z]+_[A-Z_]+\b|[\da-f]{8}-[\da-f]{4}/g)).toBeNull();
      await page.close();
    }
  });

  test("a value outside its bounds is refused at its field with the bounds, keeps what was typed, and is recorded once it fits", async () => {
    const page = await open("");
    const field = await page.waitForSelector(`${card("Drink water")} input`);
    await field?.type("9000");
    await press(page, "Record", card("Drink water"));
    expect(await shown(page)).toContain("Enter a number from 50 to 2,000 ml.");
    await field?.click({ count: 3 });
    await field?.type("250,5");
    await press(page, "Record", card("Drink water"));
    await page.waitForSelector(".announced ::-p-text(Saved on this device)");
    expect(await page.evaluate("document.querySelector('article input').value")).toBe("");
    await page.close();
  });

  test("skipping asks for a reason, and the focus stays with the card afterwards", async () => {
    const page = await open("");
    const walk = card("Walk after lunch");
    await press(page, "Skip", walk);
    await press(page, "Skip", walk);
    expect(await page.evaluate("document.activeElement.tagName")).toBe("SELECT");
    await page.select("article form select", "TRAVEL");
    await press(page, "Skip", walk);
    await page.waitForSelector(".announced ::-p-text(Saved on this device)");
    await page.waitForFunction("document.activeElement.tagName === 'H2'");
    await page.close();
  });

  test("every screen uses the language that a person chooses in the settings", async () => {
    const page = await open("#settings");
    await page.select("select", "de");
    await page.waitForSelector("main ::-p-text(Einstellungen)");
    expect(await page.evaluate("document.documentElement.lang")).toBe("de");
    await page.close();
  });

  test("a person enters the sets of a workout one by one, with a rest between them, and finishes it", async () => {
    const page = await open("?workout=training#workout/workout");
    const pressButton = async (name: string) =>
      await press(page, `[name="${name}"][role="button"]`);
    expect(await shown(page)).toMatch(/Set 3 of 3\s+Back squat\s+8 to 10 reps · 60 kg · RPE 8/);
    const weight = await page.waitForSelector("main form input");
    await weight?.click({ count: 3 });
    await weight?.type("9999");
    await pressButton("Set done");
    await page.waitForSelector("main ::-p-text(Enter a number from 0 to 1,000.)");
    await weight?.click({ count: 3 });
    await weight?.type("62,5");
    await pressButton("Set done");
    await page.waitForSelector("main [role=timer]");
    await page.waitForSelector("main .guided ::-p-text(Plank)");
    await pressButton("Finish workout");
    await page.waitForSelector("main ::-p-text(4 sets are not entered.)");
    await pressButton("Finish");
    await page.waitForSelector("main ::-p-text(Finished, waiting to be sent)");
    expect(await shown(page)).toContain("62.5 kg · 9 reps");
    await page.close();
  });

  test("a person learns that an answer to a form that has just closed is not saved", async () => {
    const page = await open("#form/closed");
    const height = await page.waitForSelector("#question-height");
    await height?.type("1");
    await page.waitForSelector(".announced ::-p-text(Not saved: this form is submitted)");
    await page.close();
  });

  test("a coach resolves a task with an outcome and a note, and the inbox shows the decision as waiting", async () => {
    const page = await open("?app=coach#inbox/messages");
    await press(page, RESOLVE);
    await page.select("main select", "HANDLED_OUTSIDE_APP");
    await press(page, RESOLVE);
    await page.waitForSelector("main ::-p-text(Say in a note how it was dealt with.)");
    const note = await page.waitForSelector("main textarea");
    await note?.type("Called on Friday.");
    await press(page, RESOLVE);
    await page.waitForSelector(".announced ::-p-text(Saved on this device)");
    await page.goto(`${preview.url}?app=coach#inbox`);
    await page.waitForSelector("main ::-p-text(Waiting to be sent)");
    expect(await shown(page)).toMatch(/Needs your decision[\s\S]*Tom Ashworth[\s\S]*Open/);
    await page.close();
  });

  test("signing out names the number of entries that would be lost, and keeps them if the person stays", async () => {
    const page = await open("?day=offline#settings");
    await press(page, "Sign out");
    await page.waitForSelector("main ::-p-text(3 entries have not been sent)");
    await press(page, "Stay signed in");
    await page.waitForSelector("main ::-p-aria(Sign out)");
    await page.close();
  });

  test("a sign-out that the server has not answered yet is shown as under way, not as a locked device", async () => {
    const page = await open("#settings");
    await press(page, "Sign out");
    await press(page, "Delete 3 entries");
    await page.waitForSelector("main ::-p-text(Signing out…)");
    expect(await shown(page)).not.toContain("locked");
    await page.evaluate("dispatchEvent(new Event('server-answers'))");
    await page.waitForSelector("main ::-p-text(Nobody is signed in on this device.)");
    await page.close();
  });

  test("a person learns what this device cannot read any more and what to do, and deletes it", async () => {
    const page = await open("?day=faulty");
    await press(page, "Show");
    await page.waitForSelector("main ::-p-text(Not readable on this device)");
    const text = await shown(page);
    expect(text).toContain("This device lost the key, so nobody can read or send this any more.");
    expect(text).toContain("Open the form and answer it again.");
    expect(text).toContain("The server may have it. If the form is still open, submit it again.");
    const row = "::-p-xpath(//li[.//b='Answers to a form'])";
    await press(page, "Delete", row);
    await page.waitForSelector(`${row} ::-p-text(from this device for good)`);
    await press(page, "Delete", row);
    await page.waitForSelector(".announced ::-p-text(Deleted from this device.)");
    expect(await shown(page)).not.toContain("Answers to a form");
    await page.close();
  });

  test("a button that disappears when it is pressed leaves the focus in the content of the page", async () => {
    for (const [address, buttons, gone] of DISAPPEARING) {
      const page = await open(address);
      for (const name of buttons) {
        const button = await page.waitForSelector(
          `main ::-p-aria([name="${name}"][role="button"])`,
        );
        await button?.press("Enter");
      }
      await page.waitForFunction(`!document.querySelector("main").innerText.includes("${gone}")`);
      expect(await page.evaluate("document.activeElement.closest('main')?.tagName")).toBe("MAIN");
      await page.close();
    }
  });

  test("a person reads why a coaching is gone from this device, what was deleted and what to do next, and closes it", async () => {
    const page = await open("?day=ended");
    const text = await shown(page);
    expect(text).toContain(
      "A coaching has ended. The data is deleted from this device, and 2 entries that had not been sent. To begin a new one, accept an invitation.",
    );
    expect(text).toContain("You have no access to a coaching now.");
    await press(page, "Close");
    await page.waitForFunction("!document.querySelector('main').innerText.includes('has ended')");
    await page.close();
    const german = await open("?day=revoked", "de");
    expect(await shown(german)).toContain(
      "Dieses Gerät wurde abgemeldet. Die Daten sind von diesem Gerät gelöscht. 1 nicht gesendeter Eintrag bleibt hier gesperrt, bis zu 30 Tage. Melden Sie sich an, um weiterzumachen.",
    );
    await german.close();
  });

  test("the developer switches are labelled as such, and airplane mode stays on after a reload", async () => {
    const page = await open("");
    await press(page, "Developer switches", "header");
    await press(page, "Airplane mode", "dialog");
    expect(await checkAppearance(page, "phone-developer", "PAGE")).toEqual([]);
    await page.reload();
    await press(page, "Developer switches", "header");
    await page.waitForSelector("dialog [aria-label='Airplane mode'][aria-checked=true]");
    await page.close();
  });

  test("no screen of the phone breaks its policy or writes to the console", () => {
    expect(faults).toEqual([]);
  });
}

const CONTROLLED = [
  "?day=offline",
  "?day=faulty",
  "?day=ended",
  "?day=offline#entries",
  "?day=faulty#entries",
  "#settings",
  "?workout=training#workout/workout",
  "#form/form",
  "?app=coach",
  "?app=coach#inbox/fell",
];

/** The form has a heading with the same words. */
const RESOLVE = '[name="Resolve"][role="button"]';

const LIKELY_REFUSED =
  "This will probably not be accepted: This task can't be completed at this time.";

const SMALL_CONTROLS = `[...document.querySelectorAll("button, a, input, select, textarea")]
  .filter((control) => {
    const target = control.closest("label.check, label.file") ?? control;
    const { width, height } = target.getBoundingClientRect();
    return width < 44 || height < 44;
  })
  .map((control) => control.outerHTML)`;

/** A screen, the buttons that are pressed one after the other, and a text that then is gone. */
const DISAPPEARING = [
  ["?day=ended", ["Close"], "has ended"],
  ["?day=offline#settings", ["Sign out", "Stay signed in"], "3 entries"],
] as const;
