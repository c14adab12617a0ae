import type { Browser, Page } from "puppeteer-core";
import { press } from "./press.ts";
import type { PhoneStage } from "./stage.ts";

/** Opens the phone in a browser of its own, as wide as a phone and in English. */
export async function openPhone(browser: Browser, stage: PhoneStage, address = ""): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 390, height: 844 });
  await page.evaluateOnNewDocument('localStorage.setItem("language", "en")');
  await page.goto(`${stage.api.url}/phone/${address}`);
  return page;
}

/** Opens the phone and signs in. Resolves once it shows the day or the inbox, and would do so offline. */
export async function openSignedIn(
  browser: Browser,
  stage: PhoneStage,
  { email, address = "" }: { readonly email: string; readonly address?: string },
): Promise<Page> {
  const page = await openPhone(browser, stage, address);
  await signInAs(page, email);
  await page.waitForSelector("article, .inbox-row");
  await page.waitForFunction("navigator.serviceWorker.controller?.state === 'activated'");
  return page;
}

/** Presses the button that leads to the provider, and signs in there. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await press(page, "main button.go:not([disabled])");
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", email);
  await page.click("button[type=submit]");
}

/** Stops the library and reloads the page. */
export async function kill(page: Page): Promise<void> {
  await press(page, "header ::-p-aria(Developer switches)");
  await Promise.all([page.waitForNavigation(), press(page, "dialog ::-p-aria(Kill the app)")]);
}

/** Turns airplane mode on or off. */
export async function turnAirplane(page: Page): Promise<void> {
  await press(page, "header ::-p-aria(Developer switches)");
  await press(page, "dialog [role=switch]");
  await press(page, "dialog ::-p-aria(Close)");
}

/** Waits until no entry waits or needs an answer. */
export async function untilSent(page: Page): Promise<void> {
  await page.waitForFunction("document.querySelector('nav .n') === null");
}

/** A button, which may have the same words as a heading. */
export const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

/** The card of a task. */
export const card = (title: string) => `::-p-xpath(//article[.//h2='${title}'])`;
