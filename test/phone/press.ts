import type { Page } from "puppeteer-core";

/** Presses a control once it is enabled, wherever it is by then: a banner may move the page under a pointer. */
export async function press(page: Page, selector: string): Promise<void> {
  const control = await page.waitForSelector(selector, { visible: true });
  if (control === null) throw new Error(`Nothing to press: ${selector}`);
  await page.waitForFunction((element: Control) => !element.matches(":disabled"), {}, control);
  await control.evaluate((element: Control) => element.click());
}

/** A control in the page. */
interface Control {
  click(): void;
  matches(selector: string): boolean;
}
