import type { Page } from "puppeteer-core";

/** Gives a reason where a page of support asks for one. */
export async function giveReason(page: Page, settle: () => Promise<void>): Promise<void> {
  const field = await page.$(".reason-gate input");
  if (field === null) return;
  await field.focus();
  await page.keyboard.type("Ticket 7");
  await page.keyboard.press("Enter");
  await settle();
}
