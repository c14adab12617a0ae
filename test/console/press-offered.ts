import type { Page } from "puppeteer-core";
import * as z from "zod";

/**
 * Presses everything that a page offers, once by its name: each button, tab and menu item, and the main step of each
 * dialog. Destructive steps stay unpressed, unless `destroys`: their dialogs open and close. With `fills`, the empty text
 * fields of a dialog are filled before its main step.
 *
 * @returns the names of the pressed elements.
 */
export async function pressOffered(
  page: Page,
  { address, elsewhere = ELSEWHERE, fills = false, destroys = false, settle }: Pressing,
): Promise<readonly string[]> {
  const pressed = new Set<string>();
  const step = destroys ? `${MAIN_STEP}, ${DESTRUCTIVE_STEP}` : MAIN_STEP;
  const reopen = async () => {
    await openAddress(page, { address: new URL(elsewhere, address).href, settle });
    await openAddress(page, { address, settle });
  };
  await reopen();
  let isFresh = true;
  while (pressed.size < MOST) {
    const name = await pressNext(page, [...pressed]);
    if (name === null && isFresh) return [...pressed];
    isFresh = name === null;
    // An element that was pressed before may hide the rest.
    if (name === null) {
      await reopen();
      continue;
    }
    pressed.add(name);
    await settle();
    if (await isThere(page, MENU)) await pressItems(page, { name, pressed, step, settle });
    if (fills) await fillDialog(page, settle);
    await pressMainStep(page, { step, settle });
    await closeAll(page, settle);
    if (pathOf(page.url()) !== pathOf(address)) await reopen();
  }
  throw new Error(`${address} offers more than ${MOST} things: ${[...pressed].join(", ")}`);
}

const pathOf = (address: string) => new URL(address).pathname;

/** No page offers as much. More are names that change with each press. */
const MOST = 90;

export interface Offering {
  /** The whole address. */
  readonly address: string;
  /** Resolves once the page has read what it shows. */
  readonly settle: () => Promise<void>;
}

interface Pressing extends Offering {
  /** Address of a page to come from; without one, the settings of the keys. */
  readonly elsewhere?: string;
  readonly fills?: boolean;
  readonly destroys?: boolean;
}

/** Types into the empty text fields of a dialog, as React hears it. */
async function fillDialog(page: Page, settle: Offering["settle"]): Promise<void> {
  if (!(await isThere(page, DIALOG))) return;
  await page.evaluate(FILL);
  await settle();
}

const MENU = '[role="menu"]';
const DIALOG = '[role="dialog"]';

/** Goes to an address within the page, or anew: an act that needs a fresh sign-in has left for the provider. */
export async function openAddress(page: Page, { address, settle }: Offering): Promise<void> {
  if (page.url().startsWith(new URL(address).origin))
    await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
  else await page.goto(address);
  await settle();
}

/** A page without an editor: nothing of an earlier press is left when its address is opened first. */
const ELSEWHERE = "/settings/keys";

/** Presses each item of the open menu, which its button opens anew. */
async function pressItems(
  page: Page,
  { name, pressed, step, settle }: MenuOffering,
): Promise<void> {
  const items = z.array(z.string()).parse(await page.evaluate(ITEMS));
  for (const [index, item] of items.entries()) {
    if (index > 0 && !(await reopenMenu(page, name, settle))) return;
    await page.evaluate(`document.querySelectorAll('[role="menuitem"]')[${index}]?.click()`);
    pressed.add(`${name}: ${item}`);
    await settle();
    await pressMainStep(page, { step, settle });
    await closeAll(page, settle);
  }
}

interface MenuOffering {
  readonly name: string;
  readonly pressed: Set<string>;
  /** Selector of the main step of a dialog. */
  readonly step: string;
  readonly settle: () => Promise<void>;
}

async function reopenMenu(page: Page, name: string, settle: Offering["settle"]): Promise<boolean> {
  await page.evaluate(`(${PRESS_NAMED})(${JSON.stringify(name)})`);
  await settle();
  return await isThere(page, MENU);
}

/** Presses the main step of a dialog; of a dialog with choices, its first one. */
export async function pressMainStep(
  page: Page,
  { step = MAIN_STEP, settle }: Pick<Offering, "settle"> & { readonly step?: string },
): Promise<void> {
  if (!(await isThere(page, DIALOG))) return;
  await page.evaluate(`(${PRESS_STEP})(${JSON.stringify(step)})`);
  await settle();
}

export async function closeAll(page: Page, settle: Offering["settle"]): Promise<void> {
  for (let over = 0; over < MOST_OVER && (await isThere(page, `${MENU}, ${DIALOG}`)); over += 1) {
    await page.keyboard.press("Escape");
    await settle();
  }
}

/** Dialogs over each other. */
const MOST_OVER = 3;

const isThere = async (page: Page, selector: string) => (await page.$(selector)) !== null;

/** Presses the first thing that was not pressed; null if each was. */
async function pressNext(page: Page, pressed: readonly string[]): Promise<string | null> {
  const found = await page.evaluate(`(${PRESS_NEXT})(${JSON.stringify(pressed)})`);
  return z.string().nullable().parse(found);
}

const IS_OFFERED = `(found) =>
  found.offsetParent !== null && !found.disabled && found.ariaDisabled !== "true"`;
const NAME = `(found) =>
  (found.ariaLabel ?? (found.labels?.[0] ?? found).textContent).trim()`;

const OFFERED = "main button, main [role=tab], main input[type=checkbox]";

const PRESS_NEXT = `(pressed) => {
  const all = [...document.querySelectorAll('${OFFERED}')];
  const found = all.filter(${IS_OFFERED}).find((one) => !pressed.includes((${NAME})(one)));
  if (found === undefined) return null;
  const name = (${NAME})(found);
  found.focus();
  found.click();
  return name;
}`;

const PRESS_NAMED = `(name) => {
  const all = [...document.querySelectorAll("main button")].filter(${IS_OFFERED});
  all.find((one) => (${NAME})(one) === name)?.click();
}`;

const ITEMS = `[...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent.trim())`;

const MAIN_STEP = '[role="dialog"] .btn.go, [role="dialog"] [role="option"]';
const DESTRUCTIVE_STEP = '[role="dialog"] .btn.bad';

const PRESS_STEP = `(selector) => {
  const step = document.querySelector(selector);
  if (step !== null && !step.disabled && step.ariaDisabled !== "true") step.click();
}`;

const FILL = `for (const field of document.querySelectorAll('[role="dialog"] :is(input, textarea)')) {
  const isText = field.localName === "textarea" || ["text", "search", "email"].includes(field.type);
  if (!isText || field.value !== "" || field.readOnly || field.disabled) continue;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  set.call(field, "Anything");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}`;
