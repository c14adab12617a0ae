import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { clientMeSchema } from "../../contract/onboarding/client-account-schema.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/coach/profile";

const { api, issuer } = await useApi();

const newPair = () => buildSignedInPair(api.deps.database.em, issuer);
const patch = (token: string, publicHandle: unknown) =>
  api.call("PATCH", PATH, { token, body: { publicHandle } });
const fresh = () => `Cora-${randomUUID().slice(0, 8)}`;

describe("The public handle of a coach", () => {
  test("is folded to lower case, and shown to the coach and to their clients", async () => {
    const { coachToken, clientToken } = await newPair();
    const handle = fresh();
    const publicHandle = handle.toLowerCase();
    const shownToClient = async () => {
      const me = await api.call("GET", "/api/v1/auth/client-me", { token: clientToken });
      return clientMeSchema.parse(me.data).relationship?.coachPublicHandle;
    };
    expect(await shownToClient()).toBeNull();
    expect((await patch(coachToken, handle)).data).toMatchObject({ publicHandle, bio: null });
    expect((await api.call("GET", PATH, { token: coachToken })).data).toMatchObject({
      publicHandle,
    });
    const me = await api.call("GET", "/api/v1/auth/me", { token: coachToken });
    expect(me.data).toMatchObject({ coachProfile: { publicHandle } });
    expect(await shownToClient()).toBe(publicHandle);
    expect((await patch(coachToken, null)).data).toMatchObject({ publicHandle: null });
    expect(await shownToClient()).toBeNull();
  });

  test("stays if a change does not name it, and a repeated change is the same answer", async () => {
    const { coachToken: token } = await newPair();
    const handle = fresh();
    const publicHandle = handle.toLowerCase();
    await patch(token, handle);
    const again = await patch(token, handle.toUpperCase());
    expect([again.status, again.data]).toMatchObject([200, { publicHandle }]);
    const body = { bio: "Strength." };
    expect((await api.call("PATCH", PATH, { token, body })).data).toMatchObject({
      publicHandle,
      bio: "Strength.",
    });
  });

  test("of another coach is refused with a pointer, in any case of letters, and changes nothing", async () => {
    const [one, other] = [await newPair(), await newPair()];
    const handle = fresh();
    await patch(one.coachToken, handle);
    const body = { publicHandle: handle.toUpperCase(), bio: "Lost" };
    const refused = await api.call("PATCH", PATH, { token: other.coachToken, body });
    expect(refusalOf(refused)).toBe("409 STATE_CONFLICT");
    expect(refused.body["errors"]).toMatchObject([
      { pointer: "/publicHandle", code: "HANDLE_TAKEN" },
    ]);
    expect((await api.call("GET", PATH, { token: other.coachToken })).data).toMatchObject({
      publicHandle: null,
      bio: null,
    });
  });

  test.each([
    ["too short", "co"],
    ["too long", "c".repeat(31)],
    ["empty", ""],
    ["with a space", "cora coach"],
    ["with a dot", "cora.coach"],
    ["with an underscore", "cora_coach"],
    ["with a hyphen in front", "-cora"],
    ["with a hyphen at the end", "cora-"],
    ["with two hyphens", "cora--coach"],
    ["with an accent", "córa"],
    ["with a Cyrillic letter", "cоra"],
    ["with a sign that folds to k", "\u212Aora"],
    ["with a line break", "cora\n"],
    ["of a role", "Admin"],
    ["of a role, hyphenated", "sup-port"],
    ["with the product's name", "sideline-coach"],
    ["a number", 12_345],
  ])("is refused as malformed if it is %s", async (_, publicHandle) => {
    const { coachToken } = await newPair();
    const refused = await patch(coachToken, publicHandle);
    expect(refusalOf(refused)).toBe("400 VALIDATION_FAILED");
    expect(refused.body["errors"]).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ pointer: "/publicHandle" })]),
    );
  });

  test("is set by a coach's own token only", async () => {
    const { clientToken } = await newPair();
    const body = { publicHandle: fresh() };
    expect(refusalOf(await api.call("PATCH", PATH, { body }))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await api.call("PATCH", PATH, { token: clientToken, body }))).toBe(
      "403 APP_ROLE_MISMATCH",
    );
  });
});
