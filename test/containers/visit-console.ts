import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, type Page } from "puppeteer-core";
import { ACCOUNT_PASSWORD, ensureAccount } from "../../tools/keycloak/ensure-account.ts";
import type { KeycloakAdmin } from "../../tools/keycloak/keycloak-admin.ts";
import { findChromium } from "../../tools/processes/find-chromium.ts";
import { surroundings } from "../harness/surroundings.ts";
import { API_NAME } from "./compose-project.ts";

/** Opens the console through the proxy in Chromium as a new coach, who signs in at Keycloak and registers. */
export async function visitConsole(visit: ConsoleVisit): Promise<VisitedConsole> {
  const executablePath = findChromium(surroundings);
  if (executablePath === null) throw new Error("Install Chromium or set CHROMIUM_PATH.");
  await ensureAccount(visit.admin, { email: EMAIL, name: "Jonas Adler" });
  const userDataDir = mkdtempSync(join(tmpdir(), "sideline-chromium-"));
  const browser = await launch({
    executablePath,
    userDataDir,
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      `--ignore-certificate-errors-spki-list=${keyHash(visit.certificate)}`,
    ],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const seen = watch(page);
    await page.goto(`https://${API_NAME}/inbox`);
    await page.waitForSelector(".door .btn.go");
    await page.click(".door .btn.go");
    await page.waitForSelector("#password");
    const askedAt = new URL(page.url()).host;
    await page.type("#username", EMAIL);
    await page.type("#password", ACCOUNT_PASSWORD);
    await page.click("#kc-login");
    await page.waitForSelector(".register input[autocomplete=name]");
    await page.type(".register input[autocomplete=name]", "Jonas Adler");
    await page.type(".register input[autocomplete=organization]", "Adler Coaching");
    await page.click(".register input[type=checkbox]");
    await page.click(".register button[type=submit]");
    await page.waitForSelector("nav.side ::-p-text(Adler Coaching)");
    return { ...seen, askedAt, address: page.url() };
  } finally {
    await browser.close();
    rmSync(userDataDir, { recursive: true });
  }
}

interface ConsoleVisit {
  /** The proxy's certificate, the only one that the browser believes beyond its own. */
  readonly certificate: string;
  readonly admin: KeycloakAdmin;
}

/** A visit, as the browser saw it. */
interface VisitedConsole {
  /** The host that asked for the password. */
  readonly askedAt: string;
  readonly address: string;
  /** Errors of scripts, and violations of the policy. */
  readonly faults: readonly string[];
}

const EMAIL = "jonas.adler@example.com";
/** All containers share one busy machine. */
const WAIT_MS = 120_000;

function watch(page: Page) {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) faults.push(message.text());
  });
  page.on("response", (response) => {
    if (new URL(response.url()).host !== API_NAME) return;
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
  });
  return { faults };
}

/** Hash of a certificate's public key, as Chromium's switch wants it. */
function keyHash(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}
