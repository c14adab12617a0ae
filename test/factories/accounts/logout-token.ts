import { randomUUID } from "node:crypto";
import type { TestIssuer } from "../../harness/test-issuer.ts";

/** Claims by which an ordinary access token becomes a logout token of the client app. */
export function logoutClaims(): Record<string, unknown> {
  return {
    aud: "sideline-client-mobile",
    jti: randomUUID(),
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    exp: undefined,
    azp: undefined,
    client_id: undefined,
    auth_time: undefined,
    email: undefined,
    email_verified: undefined,
  };
}

/** A logout token that we accept, with the changes of the test. */
export function logoutToken(
  issuer: TestIssuer,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  return issuer.sign({ claims: { ...logoutClaims(), ...claims }, header: { typ: "logout+jwt" } });
}
