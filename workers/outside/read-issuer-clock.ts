/**
 * The issuer's clock in milliseconds since 1970, from the `Date` header of its discovery document (whole seconds).
 * Null if it does not answer in time or sends no date.
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

const LIMIT_MS = 2_000;
