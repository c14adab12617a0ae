import type { Page } from "puppeteer-core";
import { pressAt } from "./keys.ts";
import type { ConsoleCoach } from "./stage.ts";

/** How an act is answered, and the sentence that says what happened and what to do. */
export const REFUSALS = [
  { status: 409, code: "STATE_CONFLICT", says: "changed" },
  { status: 422, code: "IDEMPOTENCY_KEY_REUSED", says: "Reload the page" },
  { status: 429, code: "RATE_LIMITED", says: "Wait 7 s" },
  { status: 503, code: "UNAVAILABLE", says: "Try again" },
  { status: 500, code: "A_CODE_OF_A_NEWER_SERVER", says: "A_CODE_OF_A_NEWER_SERVER" },
  { status: null, code: "NO_ANSWER", says: "Check your connection" },
] as const;
export type RefusedAct = (typeof REFUSALS)[number];

/** Where an act is, how it is done by keys, and where its refusal stands. */
export const PAGE_ACTS = [
  {
    name: "a dismissal in the inbox",
    address: () => "/inbox",
    path: "/coach-tasks/bulk",
    begin: async (page: Page) => await openFirst(page, '[role="row"].item'),
    act: async (page: Page) => {
      // A refused row returns, but is not open any more.
      await openFirst(page, '[role="row"].item');
      await page.keyboard.press("d");
      await page.waitForSelector('[role="dialog"] [role="option"]:focus');
      await page.keyboard.press("Enter");
    },
    place: ".item .error",
  },
  {
    name: "a nudge on the board",
    address: () => "/onboarding",
    path: "/nudge",
    begin: async (page: Page) => await openFirst(page, ".board .card"),
    act: async (page: Page) => await page.keyboard.press("n"),
    place: ".board .card",
  },
  {
    name: "a review of a client's day",
    address: ({ relationshipId }: ConsoleCoach) => `/clients/${relationshipId}/today`,
    path: "/review",
    begin: async (page: Page) => {
      await page.waitForSelector(".btn.go ::-p-text(Review)");
      await page.keyboard.press("e");
    },
    act: async (page: Page) => await pressAt(page, '[role="dialog"] .btn.go'),
    place: '[role="dialog"] [role="alert"]',
  },
  {
    name: "a pause of a client's plan",
    address: ({ relationshipId }: ConsoleCoach) => `/clients/${relationshipId}/today`,
    path: "/pause",
    begin: async (page: Page) => await choosePause(page),
    act: async (page: Page) => await pressAt(page, '[role="dialog"] .btn.go'),
    place: '[role="dialog"] .error',
  },
  {
    name: "a withdrawal of a client's form",
    address: ({ relationshipId }: ConsoleCoach) => `/clients/${relationshipId}/forms`,
    path: "/cancel",
    begin: async (page: Page) => await pressAt(page, 'nav.card .btn[aria-label^="Withdraw"]'),
    act: async (page: Page) => await pressAt(page, '[role="dialog"] .btn.bad'),
    place: '[role="dialog"] [role="alert"]',
  },
  {
    name: "an invitation",
    address: () => "/clients",
    path: "/invitations",
    begin: async (page: Page) => {
      await page.waitForSelector("main h1");
      await page.keyboard.press("i");
      await page.waitForSelector('[role="dialog"] input:focus');
      await page.keyboard.type("lena@example.com");
    },
    act: async (page: Page) => await page.keyboard.press("Enter"),
    place: '[role="dialog"] [role="alert"]',
  },
] as const;

async function openFirst(page: Page, row: string): Promise<void> {
  await page.waitForSelector(row);
  await page.keyboard.press("j");
  await page.waitForSelector(`${row}:focus`);
}

/** Opens the menu of the client's plan. */
async function choosePause(page: Page): Promise<void> {
  await pressAt(page, 'section[aria-label="Plans"] li .btn');
  await (await page.waitForSelector('::-p-aria([name="Pause"][role="menuitem"])'))?.press("Enter");
  await page.waitForSelector('[role="dialog"] .btn.go');
}
