import { afterAll, describe, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import pino from "pino";
import { openProviderKeys } from "../../api/guard/provider-keys.ts";
import { createLogoutVerifier } from "../../api/guard/create-logout-verifier.ts";
import { Refusal } from "../../contract/refusal.ts";
import { logoutClaims } from "../factories/accounts/logout-token.ts";
import { TEST_CLIENTS } from "../harness/test-clients.ts";
import { startTestIssuer, type TokenChanges } from "../harness/test-issuer.ts";

const issuer = await startTestIssuer();
const keys = openProviderKeys({ issuer: issuer.issuer, log: pino({ level: "silent" }) });
const verify = createLogoutVerifier({ issuer: issuer.issuer, clients: TEST_CLIENTS, keys });
afterAll(async () => {
  keys.close();
  await issuer.close();
});

const now = () => Math.floor(Date.now() / 1000);

describe("A logout token", () => {
  test("names the session that ended, or the subject whose sessions all ended", async () => {
    const sid = randomUUID();
    expect(await verify(await signed({ claims: { sid } }))).toMatchObject({
      issuer: issuer.issuer,
      providerSessionId: sid,
      subject: "somebody",
    });
    expect(await verify(await signed({ claims: { sid: undefined } }))).toMatchObject({
      providerSessionId: null,
      subject: "somebody",
    });
    expect(await verify(await signed({ claims: { sub: undefined } }))).toMatchObject({
      subject: null,
    });
  });

  test("is accepted in the dialect of Keycloak", async () => {
    const events = {
      "http://schemas.openid.net/event/backchannel-logout": {},
      revoke_offline_access: true,
    };
    const claims = { events, aud: ["sideline-web"], typ: "Logout", exp: now() + 600 };
    await expect(verify(await signed({ claims }))).resolves.toMatchObject({ subject: "somebody" });
  });

  const bad: readonly [string, () => TokenChanges][] = [
    ["of another issuer", () => ({ claims: { iss: "https://elsewhere.example" } })],
    ["for another client", () => ({ claims: { aud: "another-app" } })],
    ["for our API, as access tokens are", () => ({ claims: { aud: "sideline-api" } })],
    ["older than two minutes", () => ({ claims: { iat: now() - 136 } })],
    ["from the future", () => ({ claims: { iat: now() + 30 } })],
    ["without a time of issue", () => ({ claims: { iat: undefined } })],
    ["past its expiry", () => ({ claims: { exp: now() - 16 } })],
    ["without an id", () => ({ claims: { jti: undefined } })],
    ["with a nonce", () => ({ claims: { nonce: "n" } })],
    ["without events", () => ({ claims: { events: undefined } })],
    ["with another event", () => ({ claims: { events: { "urn:other": {} } } })],
    ["whose event is not an object", () => ({ claims: { events: { [EVENT]: true } } })],
    [
      "that names neither session nor subject",
      () => ({ claims: { sub: undefined, sid: undefined } }),
    ],
    ["that is an access token", () => ({ header: { typ: "at+jwt" } })],
    ["that is an ID token", () => ({ header: { typ: "JWT" } })],
    ["signed with a shared key", () => ({ header: { alg: "HS256" }, key: new Uint8Array(32) })],
    ["signed by an unknown key", () => ({ header: { kid: "unknown" } })],
  ];
  test.each(bad)("%s is refused", async (_, changes) => {
    const refused = verify(await signed(changes()));
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(refused).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test.each(["", "x", "a.b.c", "e30.e30.e30"])(
    "that is malformed, %j, is refused",
    async (text) => {
      await expect(verify(text)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    },
  );

  test("with a changed signature is refused", async () => {
    const token = await signed();
    const [header = "", payload = ""] = token.split(".");
    const other = (await signed({ claims: { sid: "another" } })).split(".")[2] ?? "";
    await expect(verify(`${header}.${payload}.${other}`)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });
});

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

function signed({ claims, header, key }: TokenChanges = {}) {
  return issuer.sign({
    claims: { ...logoutClaims(), ...claims },
    header: { typ: "logout+jwt", ...header },
    ...(key !== undefined && { key }),
  });
}
