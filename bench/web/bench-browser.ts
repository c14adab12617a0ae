import { type Browser, type Page, launch } from "puppeteer-core";
import { enterLink } from "../../tools/provider/open-entrance.ts";

/** A browser in which each coach has a console of their own. */
export async function openBenchBrowser({
  executablePath,
  urls,
  emails,
}: BrowserPlace): Promise<BenchBrowser> {
  const browser: Browser = await launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--lang=en"],
  });
  return {
    async openConsole(path, coach = 0) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      page.setDefaultTimeout(PATIENCE_MS);
      const email = emails[coach] ?? "";
      const enter = async () => {
        await page.goto(enterLink(urls.provider, { email, to: `${urls.api}${path}` }));
        await page.waitForSelector(ROWS);
      };
      return { page, enter, close: async () => await context.close() };
    },
    close: async () => await browser.close(),
  };
}

/** A busy machine needs long. */
const PATIENCE_MS = 120_000;

/** A row of the inbox or of the roster, with a name. */
const ROWS = '.item[role="row"], tr[aria-rowindex]:not(:has(th))';

interface BrowserPlace {
  readonly executablePath: string;
  readonly urls: { readonly api: string; readonly provider: string };
  readonly emails: readonly string[];
}

/** The browser of a measurement. */
export interface BenchBrowser {
  /** A page of a coach in a profile of its own; `enter` signs in and opens the path. */
  readonly openConsole: (path: string, coach?: number) => Promise<BenchConsole>;
  readonly close: () => Promise<void>;
}

export interface BenchConsole {
  readonly page: Page;
  readonly enter: () => Promise<void>;
  readonly close: () => Promise<void>;
}
