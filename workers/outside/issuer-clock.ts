const LIMIT_MS = 2_000;

/**
 * The issuer's clock in milliseconds since 1970, by the header `Date` of its discovery document, which names whole
 * seconds; null when it does not answer in time, or names none.
 */
export async function readIssuerClock(issuer: string): Promise<number | null> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(LIMIT_MS) });
    await answer.arrayBuffer();
    const ms = Date.parse(answer.headers.get("Date") ?? "");
    return Number.isNaN(ms) ? null : ms;
  } catch {
    return null;
  }
}
