import type { Page } from "puppeteer-core";

/**
 * Has the first request at a path refused as the API refuses one whose sign-in is not fresh (RFC 9470). Collects all of
 * them.
 */
export async function refuseFirstAsStale(page: Page, path: string): Promise<readonly string[]> {
  const requests: string[] = [];
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (!request.url().endsWith(path)) return void request.continue();
    requests.push(request.url());
    if (requests.length > 1) return void request.continue();
    return void request.respond({
      status: 401,
      contentType: "application/problem+json",
      headers: { "WWW-Authenticate": 'Bearer error="insufficient_user_authentication"' },
      body: JSON.stringify({ code: "UNAUTHENTICATED", status: 401 }),
    });
  });
  return requests;
}
