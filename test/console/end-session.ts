import type { Page } from "puppeteer-core";

/**
 * Ends the person's session at their next request to a path. The API refuses it with 401, and the provider refuses the
 * renewal, until `isOver` is set back.
 */
export async function endSessionAt(page: Page, path: string): Promise<EndedSession> {
  const ended: EndedSession = { isOver: true, keys: [] };
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const isAct = request.method() !== "GET" && new URL(request.url()).pathname.endsWith(path);
    if (isAct) ended.keys.push(request.headers()["idempotency-key"] ?? "");
    if (isAct && ended.isOver)
      return void request.respond({
        status: 401,
        contentType: "application/problem+json",
        headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
        body: JSON.stringify({ code: "UNAUTHENTICATED", status: 401 }),
      });
    const isRenewal = request.method() === "POST" && request.url().endsWith("/token");
    if (isRenewal && ended.isOver)
      return void request.respond({
        status: 400,
        contentType: "application/json",
        headers: { "Access-Control-Allow-Origin": "*" },
        body: JSON.stringify({ error: "invalid_grant" }),
      });
    void request.continue();
  });
  return ended;
}

/** A session that ends, and the `Idempotency-Key` of each try of the act. */
export interface EndedSession {
  isOver: boolean;
  readonly keys: string[];
}
