import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import type { FormContent } from "../../contract/forms/content-schema.ts";
import { newPlanContentSchema } from "../../contract/plans/content-schema.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { Plan } from "../../db/plans/plan.ts";
import { eventually } from "../factories/eventually.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { chord } from "./keys.ts";
import { loseAnswers } from "./lose-answers.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";

describeInChromium("changes in the editors of the console", describeChromium);

/** Names of the sealed entries that the page keeps. */
const SEALED = 'Object.keys(sessionStorage).filter((name) => name.startsWith("unsent:"))';
const NOTE = ".draft-note";
const ITEM = '[data-pointer="/items/0/label"] input';
const QUESTION = '.form-properties [data-field="label"] textarea';

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  const em = () => stage.api.deps.database.em.fork();

  /** The draft of a meal, open in the editor. */
  async function openMeal() {
    const coach = await buildConsoleCoach(stage);
    const content = newPlanContentSchema.parse({
      kind: "MEAL",
      title: "Breakfast",
      recurrence: { rrule: "FREQ=DAILY" },
      items: [{ label: "Oats" }],
    });
    const planId = await planActs(em()).make(coach, content, false);
    const opened = await open(`/plans/${planId}?view=draft`, coach.email);
    await opened.page.waitForSelector(ITEM);
    return { ...opened, planId };
  }

  /** A form of a hundred questions, open in the builder. */
  async function openForm() {
    const coach = await buildConsoleCoach(stage);
    const form = await em().findOneOrFail(FormDefinition, { workspaceId: coach.workspaceId });
    form.draft = hundredQuestions();
    await em().nativeUpdate(FormDefinition, { id: form.id }, { draft: form.draft });
    const opened = await open(`/forms/${form.id}`, coach.email);
    await opened.page.waitForSelector(QUESTION);
    return { ...opened, formId: form.id };
  }

  async function open(address: string, email: string) {
    const opened = await openPage(stage, address);
    // The browser asks before a page with unsaved changes is left.
    opened.page.on("dialog", (dialog) => void dialog.accept());
    await passDoor(opened.page, email);
    return opened;
  }

  test("an item of a plan survives a reload and a killed tab, sealed, is saved once with a lost answer, and is gone then", async () => {
    const { page, planId, close } = await openMeal();
    await typeInto(page, ITEM, "Porridge");
    await page.waitForFunction(`${SEALED}.length === 2`);
    expect(await storedText(page)).not.toMatch(/Porridge|plan|MEAL|Breakfast/i);
    await page.reload();
    await waitForValue(page, ITEM, "Porridge");
    await page.waitForSelector(NOTE);
    await typeInto(page, ITEM, "Porridge with nuts");
    await sealed(page);
    await kill(page);
    await waitForValue(page, ITEM, "Porridge with nuts");
    const lost = await loseAnswers(page, "/draft", 1);
    await chord(page, "Control", "s");
    await eventually(
      async () => await em().findOneOrFail(Plan, { id: planId }),
      ({ draft }) => JSON.stringify(draft).includes("Porridge with nuts"),
    );
    await page.waitForFunction(`${SEALED}.join() === "unsent:owner"`);
    await page.waitForSelector(NOTE, { hidden: true });
    expect(new Set(lost.keys).size).toBe(1);
    await page.reload();
    await waitForValue(page, ITEM, "Porridge with nuts");
    expect(await page.$(NOTE)).toBeNull();
    await close();
  });

  test("changes of a plan that somebody else has changed meanwhile are offered, and save nothing unasked", async () => {
    const { page, planId, close } = await openMeal();
    await typeInto(page, ITEM, "Porridge");
    await sealed(page);
    const plan = await em().findOneOrFail(Plan, { id: planId });
    const draft = { ...newPlanContentSchema.parse(plan.draft), title: "Brunch" };
    const draftRevision = plan.draftRevision + 1;
    await em().nativeUpdate(Plan, { id: planId }, { draft, draftRevision });
    await page.reload();
    await waitForValue(page, ITEM, "Porridge");
    await page.waitForSelector(`${NOTE}[role="alert"]`);
    await chord(page, "Control", "s");
    const [take] = await page.$$(`${NOTE} button`);
    await take?.press("Enter");
    await waitForValue(page, ITEM, "Oats");
    await waitForValue(page, '[data-pointer="/title"] input', "Brunch");
    await page.waitForFunction(`${SEALED}.join() === "unsent:owner"`);
    expect((await em().findOneOrFail(Plan, { id: planId })).draft).toMatchObject({
      title: "Brunch",
    });
    await close();
  });

  test("a question of a form survives a reload and a killed tab, is gone after it was saved, and after a sign-out", async () => {
    const { page, formId, close } = await openForm();
    await typeInto(page, QUESTION, "How does the knee feel?");
    await sealed(page);
    expect(await storedText(page)).not.toMatch(/knee|question|form-draft/i);
    await page.reload();
    await waitForValue(page, QUESTION, "How does the knee feel?");
    await kill(page);
    await waitForValue(page, QUESTION, "How does the knee feel?");
    await page.waitForSelector(NOTE);
    await chord(page, "Control", "s");
    await eventually(
      async () => await em().findOneOrFail(FormDefinition, { id: formId }),
      ({ draft }) => JSON.stringify(draft).includes("How does the knee feel?"),
    );
    await page.waitForFunction(`${SEALED}.join() === "unsent:owner"`);
    await typeInto(page, QUESTION, "How does the hip feel?");
    await sealed(page);
    await (await page.waitForSelector("button.me"))?.press("Enter");
    await (await page.waitForSelector('[role="menuitem"]'))?.press("Enter");
    // The development provider asks before it ends the session.
    await (await page.waitForSelector("button[name=logout]"))?.press("Enter");
    await page.waitForSelector(".door");
    expect(await storedText(page)).not.toContain("unsent:");
    await close();
  });

  test("a discarded restoration shows the saved draft, and undo brings the changes back", async () => {
    const { page, close } = await openForm();
    await typeInto(page, QUESTION, "How does the knee feel?");
    await sealed(page);
    await page.reload();
    await waitForValue(page, QUESTION, "How does the knee feel?");
    await (await page.waitForSelector(`${NOTE} button`))?.press("Enter");
    await waitForValue(page, QUESTION, "Question 1");
    await page.waitForFunction(`${SEALED}.join() === "unsent:owner"`);
    await page.focus(".form-list [aria-current]");
    await chord(page, "Control", "z");
    await waitForValue(page, QUESTION, "How does the knee feel?");
    await close();
  });

  test("the name of a workspace and an own exercise are found again after a reload", async () => {
    const { email } = await buildConsoleCoach(stage);
    const { page, close } = await open("/settings/workspace", email);
    const name = ".setting-column form input";
    await page.waitForSelector(name);
    await typeInto(page, name, "Harbour Gym");
    await sealed(page);
    await page.reload();
    await waitForValue(page, name, "Harbour Gym");
    await page.waitForSelector(NOTE);
    await chord(page, "Control", "s");
    await page.waitForFunction(`${SEALED}.join() === "unsent:owner"`);
    await page.goto(`${stage.api.url}/exercises`);
    await page.waitForSelector("main h1");
    await page.keyboard.press("n");
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.type("Tempo squat");
    await sealed(page);
    await page.reload();
    await page.waitForSelector("main h1");
    await page.keyboard.press("n");
    await waitForValue(page, '[role="dialog"] .own-fields input', "Tempo squat");
    await page.waitForSelector(`[role="dialog"] ${NOTE}`);
    await close();
  });
}

function hundredQuestions(): FormContent {
  const question = (number: number) =>
    ({
      kind: "TEXT",
      questionId: `q${number}`,
      label: `Question ${number}`,
      help: null,
      required: false,
      showIf: null,
      mapsTo: null,
    }) as const;
  const questions = Array.from({ length: 100 }, (_, index) => question(index + 1));
  return { sections: [{ sectionId: "s1", title: "All", intro: null, questions }] };
}

async function typeInto(page: Page, field: string, text: string): Promise<void> {
  await page.focus(field);
  await chord(page, "Control", "a");
  await page.keyboard.type(text);
}

/** Resolves when the browser would let the page go without a loss: nothing typed is only in memory. */
async function sealed(page: Page): Promise<void> {
  await page.waitForFunction(`${SEALED}.length === 2`);
  const before = await storedText(page);
  await eventually(
    async () => [before, await storedText(page)],
    ([, now]) => now !== before,
    2000,
  ).catch(() => undefined);
}

/** Ends the tab's process and opens its page again, as a browser does after a crash. */
async function kill(page: Page): Promise<void> {
  const address = page.url();
  const isDead = new Promise((resolve) => page.once("error", resolve));
  const session = await page.createCDPSession();
  void session.send("Page.crash").catch(() => undefined);
  await isDead;
  await page.goto(address);
}

const waitForValue = async (page: Page, field: string, value: string) =>
  await page.waitForFunction(
    `document.querySelector(${JSON.stringify(field)})?.value === ${JSON.stringify(value)}`,
  );

const storedText = async (page: Page): Promise<string> =>
  String(
    await page.evaluate(
      "JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state])",
    ),
  );
