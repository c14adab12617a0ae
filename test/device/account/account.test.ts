import { expect, test } from "@jest/globals";
import { unreadableView } from "../../../device/centre/views/unreadable-view.ts";
import { isJsonObject, parseJson } from "../../../device/json.ts";
import { type DeviceWorld, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { problem, success } from "../../factories/device/fake-api.ts";

const ACCEPTANCE = {
  invitationToken: "the-secret-link",
  displayName: "Ana",
  termsVersion: "1",
  privacyVersion: "1",
};
const PROFILE = { displayName: "Ana", timezone: "Europe/Zurich", locale: "en" };
const STRANGER = { user: null, relationship: null, legalVersions: {} };

/** A phone whose person has no account; the registration never gets an answer. */
async function stranded(world: DeviceWorld) {
  world.intercept = ({ path }) => {
    if (path.endsWith("/client-me")) return success(STRANGER);
    if (path.endsWith("/validate")) return success({ validationId: "validation" });
    if (path.endsWith("/client-onboarding-registration"))
      return { kind: "SILENCE", reason: "TIMEOUT" };
    return path.endsWith("/logout") ? problem({ code: "UNAUTHENTICATED" }) : null;
  };
  const device = await world.open();
  expect(await device.signIn(world.tokens())).toBe("NO_ACCOUNT");
  return { device, account: await device.part("account") };
}

test("A sign-out names an acceptance without an answer and deletes it with its secret", async () => {
  const world = makeDeviceWorld();
  const { device, account } = await stranded(world);
  const accepted = await account.accept(ACCEPTANCE);
  const secret = await world.vault.read("online/account.accept");
  world.renews = false;

  const asked = await device.signOut();
  const signedOut = await device.signOut(1);

  expect(accepted).toEqual({ kind: "OFFLINE" });
  expect(secret).toContain("the-secret-link");
  expect(asked).toEqual({ kind: "UNSENT", unsent: 1 });
  expect(signedOut).toEqual({ kind: "SIGNED_OUT" });
  expect(await world.rows("select * from online_act")).toEqual([]);
  expect(await world.vault.read("online/account.accept")).toBeNull();
  expect(await world.vault.key("online/device")).toBeNull();
  expect(await account.accept(ACCEPTANCE)).toEqual({ kind: "SIGN_IN" });
});

test("A phone with the data of one person accepts no invitation for another", async () => {
  const world = makeDeviceWorld();
  const former = await world.open();
  await former.signIn(world.tokens("A"));
  const { account } = await stranded(world);

  expect(await account.accept(ACCEPTANCE)).toEqual({ kind: "OTHER_PERSON" });
  expect(world.log).not.toContain("/api/v1/auth/client-onboarding-registration");
});

test("An acceptance whose key is gone is listed by the device with its kind and time, until the person deletes it", async () => {
  const world = makeDeviceWorld();
  const { account } = await stranded(world);
  await account.accept(ACCEPTANCE);
  const [act] = await world.rows("select act_id as id, created_at from online_act");
  await world.vault.removeKey("online/device");
  const device = await world.open();
  const centre = await device.part("centre");
  const state = await device.state();
  const lost = await centre.unreadable();
  const words = unreadableView("en", lost, { now: world.clock.now() }).items;

  const id = String(act?.["id"]);
  const outcomes = [await centre.discardUnreadable({ id }), await centre.discardUnreadable({ id })];

  expect(state).toMatchObject({ session: "NONE", waiting: 0, unreadable: 1 });
  const createdAt = act?.["created_at"];
  expect(lost).toEqual([{ id, what: "ACT", type: "account.accept", createdAt }]);
  expect(words).toMatchObject([{ what: "An invitation that you accepted" }]);
  expect(outcomes).toEqual(["DISCARDED", "ABSENT"]);
  expect(await device.state()).toMatchObject({ unreadable: 0 });
  expect(await world.vault.read("online/account.accept")).toBeNull();
});

test("A second invitation replaces one whose acceptance never got an answer", async () => {
  const world = makeDeviceWorld();
  const { account } = await stranded(world);
  await account.accept(ACCEPTANCE);

  await account.accept({ ...ACCEPTANCE, invitationToken: "another-link" });

  const acts = await world.rows("select status from online_act");
  expect(acts).toEqual([{ status: "OPEN" }]);
  expect(await world.vault.read("online/account.accept")).toContain("another-link");
});

test("A client who is killed at any write of a second acceptance keeps the first one or has the second, each with its own link", async () => {
  for (const when of ["BEFORE", "AFTER"] as const)
    for (let nth = 1; nth <= 3; nth += 1) {
      const world = makeDeviceWorld();
      const { account } = await stranded(world);
      await account.accept(ACCEPTANCE);
      const first = await world.rows("select act_id from online_act");

      world.disk.kill(when, nth);
      await account.accept({ ...ACCEPTANCE, invitationToken: "another-link" }).catch(() => null);
      await world.open();

      const [act, ...others] = await world.rows("select act_id, status from online_act");
      expect([act?.["status"], others]).toEqual(["OPEN", []]);
      const secrets = parseJson((await world.vault.read("online/account.accept")) ?? "");
      const isFirst = act?.["act_id"] === first[0]?.["act_id"];
      expect(isFirst).toBe(when === "BEFORE" && nth === 1);
      expect(secrets).toMatchObject({
        [String(act?.["act_id"])]: {
          invitationToken: isFirst ? "the-secret-link" : "another-link",
        },
      });
    }
});

test("A corrected acceptance is sent under a new key once the server has refused the former one", async () => {
  const world = makeDeviceWorld();
  const { account } = await stranded(world);
  const sent: { readonly key: string | undefined; readonly name: unknown }[] = [];
  const { intercept } = world;
  world.intercept = (request) => {
    if (!request.path.endsWith("/client-onboarding-registration")) return intercept(request);
    const body = parseJson(request.body ?? "");
    const name = isJsonObject(body) ? body["displayName"] : null;
    sent.push({ key: request.headers["idempotency-key"], name });
    return sent.length === 1
      ? { kind: "SILENCE", reason: "TIMEOUT" }
      : problem({ code: "VALIDATION_FAILED" });
  };
  await account.accept(ACCEPTANCE);

  const corrected = await account.accept({ ...ACCEPTANCE, displayName: "Anna" });

  expect(corrected).toMatchObject({ kind: "REFUSED", code: "VALIDATION_FAILED" });
  expect(sent.map(({ name }) => name)).toEqual(["Ana", "Ana", "Anna"]);
  const [first, repeated, last] = sent.map(({ key }) => key);
  expect([repeated === first, last === first]).toEqual([true, false]);
});

test("A client who is killed at any write of a second profile loses neither the first nor the second", async () => {
  for (const when of ["BEFORE", "AFTER"] as const)
    for (let nth = 1; nth <= 4; nth += 1) {
      const world = makeDeviceWorld();
      const device = await world.open();
      await device.signIn(world.tokens());
      world.isOnline = false;
      const account = await device.part("account");
      await account.saveProfile({ ...PROFILE, callId: "first" });

      world.disk.kill(when, nth);
      await account.saveProfile({ ...PROFILE, callId: "second" }).catch(() => null);
      await world.open();

      const acts = await world.rows("select act_id, status from online_act");
      const isSecondStored = !(when === "BEFORE" && nth === 1);
      expect(acts).toEqual([{ act_id: isSecondStored ? "second" : "first", status: "OPEN" }]);
    }
});

test("A client reads that a profile was refused in the background, until the refusal is dismissed", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const account = await device.part("account");
  let isReached = false;
  world.intercept = ({ method, path }) => {
    if (path.endsWith("/client/onboarding"))
      return success({ workflowStatus: "IN_PROGRESS", nextRoute: "PROFILE", blocks: {} });
    if (path.endsWith("/tasks")) return success({ items: [] });
    if (!path.endsWith("/client/profile")) return null;
    if (method === "GET") return success({ missing: ["goal"] });
    return isReached
      ? problem({ code: "STATE_CONFLICT" })
      : { kind: "SILENCE", reason: "UNREACHABLE" };
  };
  await account.refresh();
  await account.saveProfile({ ...PROFILE, callId: "profile" });
  const waiting = await account.onboarding();
  isReached = true;
  await device.sync();
  await account.refresh();

  const refused = await account.onboarding();
  await account.dismiss({ actId: "profile" });
  const dismissed = await account.onboarding();

  const act = { actId: "profile", step: "PROFILE", taskId: null };
  expect(waiting?.acts).toMatchObject([{ ...act, outcome: { kind: "OPEN" } }]);
  expect(refused?.acts).toMatchObject([
    { ...act, outcome: { kind: "REFUSED", code: "STATE_CONFLICT" } },
  ]);
  expect(dismissed?.acts).toEqual([]);
});
