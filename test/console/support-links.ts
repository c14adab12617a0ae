import type { Page } from "puppeteer-core";
import * as z from "zod";

/** The addresses of the pages of support that the navigation offers. */
export async function supportLinks(page: Page): Promise<readonly string[]> {
  await page.waitForSelector(".support-search");
  return z.array(z.string()).parse(await page.evaluate(LINKS));
}

const LINKS = `[...document.querySelectorAll('nav a[href^="/support"]')].map((link) =>
  link.getAttribute("href"))`;
