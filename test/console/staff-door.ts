import type { Page } from "puppeteer-core";
import type { TokenRole } from "../../contract/accounts/vocabulary.ts";
import { pressAt, tabTo } from "./keys.ts";

/** Signs in from the door with a role of staff, by keys. */
export async function passDoorAsStaff(page: Page, email: string, role: TokenRole): Promise<void> {
  const button = await page.waitForSelector(".door .btn.go");
  await button?.press("Enter");
  await tabTo(page, "input[name=email]");
  await page.keyboard.type(email);
  await pressAt(page, `input[name=roles][value=${role}]`, "Space");
  await pressAt(page, "button[type=submit]");
}
