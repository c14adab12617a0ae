import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "puppeteer-core";
import * as z from "zod";
import { grantSupport } from "../../activities/accounts/support/grant-support.ts";
import { SUPPORT_PERMISSIONS } from "../../contract/accounts/support-vocabulary.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { tabTo } from "./keys.ts";
import { type ConsoleStage, openPage, startConsoleStage } from "./stage.ts";

describeInChromium("the pages of support by role", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test.each([
    ["admin", 6],
    ["support", 3],
  ] as const)(
    "the role %s sees its pages of support in the navigation, each opens, and the API refuses none of their reads",
    async (role, count) => {
      const email = `${randomUUID()}@example.com`;
      await grantAll(email, role);
      const { page, close } = await openPage(stage, "/");
      const refused = collectRefused(page);
      await signInAsStaff(page, email, role);
      await page.waitForSelector(".support-search");
      const links = z.array(z.string()).parse(await page.evaluate(SUPPORT_LINKS));
      expect(new Set(links).size).toBe(count);
      for (const link of new Set(links)) await openSupport(page, `${stage.api.url}${link}`);
      // Without an account, the first look at the caller is refused.
      expect(refused.filter((refusal) => !refusal.includes("/auth/"))).toEqual([]);
      await close();
    },
  );

  async function grantAll(email: string, role: string): Promise<void> {
    if (role === "admin") return;
    const { issuer } = stage;
    const { subject } = await signIn({ issuer, clientId: "sideline-web", email });
    const granting = { issuer, subject, reason: "roles", actor: "roles" };
    await transact(stage.api.deps.database.em, async (tx) => {
      for (const permission of SUPPORT_PERMISSIONS)
        await grantSupport(tx, { ...granting, permission });
    });
  }
}

const SUPPORT_LINKS = `[...document.querySelectorAll('nav a[href^="/support"]')].map((link) =>
  link.getAttribute("href"))`;

/** Everything that the API refuses because of the caller's role or workspace. */
function collectRefused(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() !== 403) return;
    const { pathname } = new URL(response.url());
    refused.push(`${response.request().method()} ${pathname} from ${page.url()}`);
  });
  return refused;
}

async function signInAsStaff(page: Page, email: string, role: string): Promise<void> {
  await page.waitForSelector(".door .btn.go:focus");
  await page.keyboard.press("Enter");
  await tabTo(page, "input[name=email]");
  await page.keyboard.type(email);
  await tabTo(page, `input[name=roles][value=${role}]`);
  await page.keyboard.press("Space");
  await tabTo(page, "button[type=submit]");
  await page.keyboard.press("Enter");
}

/** Opens a page of support, with a reason where it asks for one. */
async function openSupport(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForSelector("main h1");
  await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
  if ((await page.$(".reason-gate input")) === null) return;
  await tabTo(page, ".reason-gate input");
  await page.keyboard.type("Ticket 7");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".reason-gate", { hidden: true });
  await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
}
