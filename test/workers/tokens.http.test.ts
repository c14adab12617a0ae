import { expect, test } from "@jest/globals";
import { decodeJwt } from "jose";
import { getTestPart } from "../harness/context.ts";
import { signInFor, tokenFor } from "../harness/tokens.ts";

test("a test gets a real token of the provider that runs for it", async () => {
  const claims = decodeJwt(await tokenFor("coach@example.com", { roles: ["support"] }));
  expect(claims).toMatchObject({
    iss: getTestPart("provider").issuer,
    azp: "sideline-coach-mobile",
    email: "coach@example.com",
    roles: ["support"],
  });
});

test("equal requests share a session, unless a fresh one is requested", async () => {
  const session = async (fresh: boolean) =>
    (await signInFor("client@example.com", { clientId: "sideline-client-mobile", fresh }))
      .sessionId;
  const first = await session(false);
  expect(await session(false)).toBe(first);
  expect(await session(true)).not.toBe(first);
});
