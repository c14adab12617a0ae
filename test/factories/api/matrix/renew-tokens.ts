import { randomUUID } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { ordinaryClaims, type TestIssuer } from "../../../harness/test-issuer.ts";
import type { MatrixPrincipal } from "./principal.ts";

/**
 * Renews the tokens of principals once they are a minute old, with the same claims. The principals sign in once, and a
 * sign-in proves something for minutes only, which are over before the last route on a busy machine.
 */
export function renewTokens(
  issuer: TestIssuer,
): (actor: MatrixPrincipal) => Promise<MatrixPrincipal> {
  const newest = new Map<string, string>();
  const renew = async (first: string) => {
    const token = newest.get(first) ?? first;
    if (ageOf(token) < RENEWED_AFTER_SECONDS) return token;
    const again = await signAgain(issuer, token);
    newest.set(first, again);
    return again;
  };
  return async ({ token, values, ...actor }) => {
    const fresh: Record<string, string> = { ...values };
    for (const name of TOKEN_VALUES) {
      const value = values[name];
      if (value !== undefined) fresh[name] = await renew(value);
    }
    return {
      ...actor,
      ...(token !== undefined && { token: await renew(token) }),
      values: fresh,
    };
  };
}

const RENEWED_AFTER_SECONDS = 60;

/** Values of a request that are tokens, too. */
const TOKEN_VALUES = ["accessToken", "logout_token"] as const;

const nowSeconds = () => Math.floor(Date.now() / 1000);

const ageOf = (token: string) => nowSeconds() - (decodeJwt(token).iat ?? 0);

async function signAgain({ issuer, sign }: TestIssuer, token: string): Promise<string> {
  const { iat = 0, exp = 0, auth_time: authTime, ...claims } = decodeJwt(token);
  const { typ } = decodeProtectedHeader(token);
  const now = nowSeconds();
  const absent: Record<string, undefined> = {};
  for (const name of Object.keys(ordinaryClaims(issuer))) absent[name] = undefined;
  return await sign({
    claims: {
      ...absent,
      ...claims,
      jti: randomUUID(),
      iat: now,
      exp: now + exp - iat,
      auth_time: authTime === undefined ? undefined : now,
    },
    header: typ === undefined ? {} : { typ },
  });
}
