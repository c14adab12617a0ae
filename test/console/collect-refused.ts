import type { HTTPResponse, Page } from "puppeteer-core";

/** Collects what the API refuses a page as not allowed, each with the address that asked for it. */
export function collectRefused(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/api/") || !isRefusal(response) || isExpected(pathname)) return;
    const asked = `${response.status()} ${response.request().method()} ${pathname}`;
    const { pathname: at } = new URL(page.url());
    if (!refused.includes(`${asked} at ${at}`)) refused.push(`${asked} at ${at}`);
  });
  return refused;
}

/** An act that wants a fresh sign-in is allowed: its page leads to one. */
function isRefusal(response: HTTPResponse): boolean {
  if (response.status() === 403) return true;
  const challenge = response.headers()["www-authenticate"] ?? "";
  return response.status() === 401 && !challenge.includes("insufficient_user_authentication");
}

/** Staff have no account, which the API says with this status. */
const isExpected = (pathname: string) => pathname === "/api/v1/auth/me";
