import { Refusal } from "../../../contract/refusal.ts";

/** Exactly one header, scheme `Bearer`, one token. @throws Refusal UNAUTHENTICATED. */
export function bearerToken(authorization: readonly string[] | undefined): string {
  const token = tokenIn(authorization);
  if (token !== null) return token;
  const [header = "", ...others] = authorization ?? [];
  throw header === "" && others.length === 0 ? new Refusal("UNAUTHENTICATED") : invalidToken();
}

const MAX_TOKEN_LENGTH = 8 * 1024;

/** The bearer token, not yet verified; null unless there is exactly one header with one well-formed token. */
export function tokenIn(authorization: readonly string[] | undefined): string | null {
  const [header = "", ...others] = authorization ?? [];
  const [, token = ""] = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header) ?? [];
  const isOne = others.length === 0 && token !== "" && token.length <= MAX_TOKEN_LENGTH;
  return isOne ? token : null;
}

/** The reason only appears in the log. */
export function invalidToken(cause?: unknown): Refusal {
  return new Refusal("UNAUTHENTICATED", { challenge: "invalid_token", cause });
}
