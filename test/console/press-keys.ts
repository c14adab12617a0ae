import type { Page } from "puppeteer-core";
import { LETTERS } from "../../web/kit/keys/own-keys.ts";
import { type Offering, closeAll, openAddress, pressMainStep } from "./press-offered.ts";

/** Presses each letter of the console on a page, and the main step of each dialog that opens. */
export async function pressKeys(page: Page, offering: Offering): Promise<void> {
  const { address, settle } = offering;
  await openAddress(page, offering);
  for (const letter of LETTERS.filter((key) => key !== GO)) {
    // Many letters act on the row with the cursor.
    await page.keyboard.press("j");
    await page.keyboard.type(letter);
    await settle();
    await pressMainStep(page, { settle });
    await closeAll(page, settle);
    if (new URL(page.url()).pathname !== new URL(address).pathname)
      await openAddress(page, offering);
  }
}

/** Begins a sequence that leads to another page. */
const GO = "g";
