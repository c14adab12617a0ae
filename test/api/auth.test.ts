import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { UnsecuredJWT, exportSPKI, generateKeyPair, importJWK } from "jose";
import { ordinaryClaims } from "../harness/test-issuer.ts";
import { closeGuard, type Guard, openGuard } from "../factories/api/bearer-guard.ts";

const now = () => Math.floor(Date.now() / 1000);

const unauthenticated = { name: "Refusal", code: "UNAUTHENTICATED" };

describe("The bearer guard", () => {
  let guard: Guard;
  beforeAll(async () => {
    guard = await openGuard();
  });
  afterAll(() => closeGuard(guard));

  test("returns identity, session and surface of a valid token", async () => {
    const token = await guard.issuer.sign({
      claims: {
        email: "Ana@Ex\u00e4mple.test",
        identity_provider: "google",
        phone_number: "+41 79 123 45 67",
        phone_number_verified: false,
        name: "Ana",
        roles: ["admin", "owner"],
        realm_access: { roles: ["support"] },
      },
    });
    expect(await guard.verify(token)).toEqual({
      provider: "google",
      providerRevision: 0,
      loginRefusal: null,
      claimProblems: [],
      issuer: guard.issuer.issuer,
      tenant: "",
      subject: "somebody",
      email: "ana@xn--exmple-cua.test",
      emailVerified: true,
      // Google verifies no phone number, whatever its tokens claim.
      phone: null,
      phoneVerified: false,
      displayName: "Ana",
      providerSessionId: "a-session",
      clientId: "sideline-client-mobile",
      surface: "CLIENT_MOBILE",
      roles: ["admin", "support"],
      acr: "2fa",
      issuedAt: expect.any(Date),
      authenticatedAt: expect.any(Date),
    });
  });

  test("reads Keycloak's azp if there is no client_id, and assumes email-password without a provider", async () => {
    const token = await guard.issuer.sign({
      claims: { client_id: undefined, azp: "sideline-web", email_verified: "true" },
    });
    const claims = { provider: "email-password", surface: "WEB" };
    // Text is not a boolean here: it verifies nothing.
    expect(await guard.verify(token)).toMatchObject({ ...claims, emailVerified: false });
    const good = await guard.issuer.sign({ claims: { client_id: undefined, azp: "sideline-web" } });
    expect(await guard.verify(good)).toMatchObject(claims);
  });

  test("accepts a clock that is 14 seconds off, and refuses 16", async () => {
    const late = (seconds: number) => guard.issuer.sign({ claims: { exp: now() - seconds } });
    expect(await guard.verify(await late(13))).toMatchObject({ subject: "somebody" });
    await expect(guard.verify(await late(16))).rejects.toMatchObject(unauthenticated);
    const early = (seconds: number) => guard.issuer.sign({ claims: { nbf: now() + seconds } });
    expect(await guard.verify(await early(13))).toMatchObject({ subject: "somebody" });
    await expect(guard.verify(await early(17))).rejects.toMatchObject(unauthenticated);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["expired", { exp: 1 }],
    ["without expiry", { exp: undefined }],
    ["for another audience", { aud: "another-api" }],
    ["without an audience", { aud: undefined }],
    ["of another issuer", { iss: "http://127.0.0.1:1" }],
    ["of the issuer with a trailing slash", { iss: "slash" }],
    ["of an unregistered client", { client_id: "somebody-elses", azp: undefined }],
    ["without a client", { client_id: undefined, azp: undefined }],
    ["of two clients", { azp: "sideline-web" }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
    ["without a session", { sid: undefined }],
    ["without an id", { jti: undefined }],
    ["without a time of issue", { iat: undefined }],
    ["with a prototype property as its client", { client_id: "__proto__", azp: undefined }],
  ])("refuses a token %s", async (_name, changes) => {
    const iss = changes["iss"] === "slash" ? `${guard.issuer.issuer}/` : changes["iss"];
    const claims = "iss" in changes ? { ...changes, iss } : changes;
    const token = await guard.issuer.sign({ claims });
    await expect(guard.verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test("refuses an unsigned token", async () => {
    const token = new UnsecuredJWT(ordinaryClaims(guard.issuer.issuer)).encode();
    await expect(guard.verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test("refuses a token signed by HS256 with the public key", async () => {
    const publicKey = await importJWK(guard.issuer.publicJwk, "RS256", { extractable: true });
    if (publicKey instanceof Uint8Array) throw new TypeError("Expected an RSA key");
    const key = new TextEncoder().encode(await exportSPKI(publicKey));
    const token = await guard.issuer.sign({ header: { alg: "HS256" }, key });
    await expect(guard.verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test("refuses an ID token, a token signed by another key, and a key embedded in the token", async () => {
    const idToken = await guard.issuer.sign({ header: { typ: "JWT" } });
    await expect(guard.verify(idToken)).rejects.toMatchObject(unauthenticated);
    const { privateKey } = await generateKeyPair("RS256");
    const forged = await guard.issuer.sign({ key: privateKey });
    await expect(guard.verify(forged)).rejects.toMatchObject(unauthenticated);
    const header = { jku: `${guard.issuer.issuer}/mine`, jwk: guard.issuer.publicJwk };
    const brought = await guard.issuer.sign({ key: privateKey, header });
    await expect(guard.verify(brought)).rejects.toMatchObject(unauthenticated);
    const tampered = (await guard.issuer.sign()).replace(/\.[^.]+\./, `.${btoa("{}")}.`);
    await expect(guard.verify(tampered)).rejects.toMatchObject(unauthenticated);
  });

  test("asks the provider once for an unknown key, and then not again", async () => {
    await guard.verify(await guard.issuer.sign());
    const before = guard.issuer.requests();
    const unknownKey = await guard.issuer.sign({ header: { kid: "made-up" } });
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => guard.verify(unknownKey)),
    );
    expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    expect(guard.issuer.requests()).toBe(before + 2);
    await expect(guard.verify(unknownKey)).rejects.toMatchObject(unauthenticated);
    expect(guard.issuer.requests()).toBe(before + 2);
  });

  test("accepts exactly one header with one token of at most 8 KB", async () => {
    const token = await guard.issuer.sign();
    expect(await guard.verifyHeaders([`bearer ${token}`])).toMatchObject({ subject: "somebody" });
    const headers: (readonly string[] | undefined)[] = [
      undefined,
      [],
      [""],
      ["Bearer"],
      ["Bearer "],
      [`Bearer ${token} ${token}`],
      [`Bearer  ${token}`],
      [`Basic ${token}`],
      [token],
      [`Bearer ${token}`, `Bearer ${token}`],
      ["Bearer a.b.c"],
      [`Bearer ${"a".repeat(70_000)}`],
    ];
    for (const header of headers) {
      await expect(guard.verifyHeaders(header)).rejects.toMatchObject(unauthenticated);
    }
    const long = await guard.issuer.sign({ claims: { name: "a".repeat(8_192) } });
    await expect(guard.verify(long)).rejects.toMatchObject(unauthenticated);
  });
});
