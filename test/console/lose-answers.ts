import type { Page } from "puppeteer-core";

/**
 * Lets the next answers of a path get lost on their way: the API has acted, and the page hears nothing.
 *
 * @returns the idempotency keys of the requests, also of those that were answered.
 */
export async function loseAnswers(page: Page, path: string, count: number): Promise<LostAnswers> {
  const session = await page.createCDPSession();
  const keys: string[] = [];
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    keys.push(request.headers["Idempotency-Key"] ?? request.headers["idempotency-key"] ?? "");
    void (keys.length <= count
      ? session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" })
      : session.send("Fetch.continueResponse", { requestId }));
  });
  await session.send("Fetch.enable", {
    patterns: [{ urlPattern: `*${path}*`, requestStage: "Response" }],
  });
  return { keys };
}

export interface LostAnswers {
  readonly keys: readonly string[];
}
