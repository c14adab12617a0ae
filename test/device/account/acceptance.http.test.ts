import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { Relationship } from "../../../db/relationships/relationship.ts";
import type { BarePhone } from "../../factories/device/real-phone.ts";
import { buildBarePhone, onlyScope } from "../../factories/device/real-phone.ts";
import { invitedBy, registeredCoach, somebody } from "../../factories/accounts/people.ts";
import type { Device } from "../../../device/types.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();
const coach = await registeredCoach(api, somebody(issuer));

const REGISTRATION = "/api/v1/auth/client-onboarding-registration";

/** An invited person's phone, and the link they got. */
async function invited() {
  const person = somebody(issuer);
  const { invitationToken } = await invitedBy(api, coach, person.email);
  const phone = await buildBarePhone(api, await person.token("CLIENT_MOBILE"));
  return { phone, invitationToken };
}

/** Input of the person, with the legal texts in force. */
async function entered(device: Device, invitationToken: string) {
  const account = await device.part("account");
  const person = await account.me();
  if (person.kind !== "PERSON") throw new Error(`Nobody is signed in: ${person.kind}`);
  const { termsVersion, privacyVersion } = person.me.legalVersions;
  return { account, form: { invitationToken, displayName: "Ana", termsVersion, privacyVersion } };
}

async function relationshipsOf(device: Device) {
  const { scopeId } = await onlyScope(device);
  const [found] = await api.deps.database.em.fork().find(Relationship, { id: scopeId });
  if (found === undefined) throw new Error("The relationship does not exist");
  const { clientUserId } = found;
  return await api.deps.database.em.fork().count(Relationship, { clientUserId });
}

const registrations = ({ network }: BarePhone) =>
  network.requests.filter(({ path }) => path === REGISTRATION).length;

test("A person without an account previews and accepts an invitation, and reaches their onboarding", async () => {
  const { phone, invitationToken } = await invited();
  const device = await phone.open();
  const beforehand = await device.part("account");
  const preview = await beforehand.preview({ invitationToken });
  const unknown = await beforehand.preview({ invitationToken: "nobody-made-this" });
  const signedIn = await device.signIn(phone.tokens);
  const { account, form } = await entered(device, invitationToken);

  const accepted = await account.accept(form);
  const read = await account.refresh();

  expect(preview).toMatchObject({
    kind: "INVITATION",
    invitation: { coachDisplayName: "Cora Coach" },
  });
  expect(unknown).toEqual({ kind: "REFUSED", code: "NOT_FOUND" });
  expect([signedIn, accepted, read]).toEqual(["NO_ACCOUNT", { kind: "ACCEPTED" }, "READ"]);
  expect(await account.onboarding()).toMatchObject({
    workflowStatus: "IN_PROGRESS",
    nextRoute: "ONBOARDING_QUESTIONNAIRE",
    formAssignmentId: expect.any(String),
    tasks: [{ taskType: "QUESTIONNAIRE", status: "READY" }, { taskType: "BASELINE" }],
    profile: { displayName: "Ana", missing: ["birthDate", "heightCm", "goal"] },
  });
  expect(await relationshipsOf(device)).toBe(1);
  await device.close();
});

test("A person who accepts again after a lost answer has one relationship", async () => {
  const { phone, invitationToken } = await invited();
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const { account, form } = await entered(device, invitationToken);
  phone.network.failBy(({ path }) => (path === REGISTRATION ? "ANSWER_LOST" : null));

  const lost = await account.accept(form);
  phone.network.failBy(() => null);
  const accepted = await account.accept(form);
  const again = await account.accept(form);

  expect([lost, accepted, again]).toEqual([
    { kind: "OFFLINE" },
    { kind: "ACCEPTED" },
    { kind: "ACCEPTED" },
  ]);
  expect(await relationshipsOf(device)).toBe(1);
  await device.close();
});

test("An acceptance that never arrived is repeated after a kill, with the same content", async () => {
  const { phone, invitationToken } = await invited();
  const before = await phone.open();
  await before.signIn(phone.tokens);
  const { account: killed, form } = await entered(before, invitationToken);
  phone.network.failBy(({ path }) => (path === REGISTRATION ? "DROPPED" : null));
  await killed.accept(form);
  await phone.kill();
  const stored = await readFile(phone.file, "latin1");
  phone.network.failBy(() => null);

  const device = await phone.open();
  const account = await device.part("account");
  const withoutTokens = await account.accept(form);
  const signedIn = await device.signIn(phone.tokens);
  const accepted = await account.accept(form);

  expect(stored).not.toContain(invitationToken);
  expect([withoutTokens, signedIn, accepted]).toEqual([
    { kind: "SIGN_IN" },
    "NO_ACCOUNT",
    { kind: "ACCEPTED" },
  ]);
  const bodies = phone.network.requests
    .filter(({ path }) => path === REGISTRATION)
    .map(({ body, headers }) => [body, headers["idempotency-key"]]);
  expect(registrations(phone)).toBe(2);
  expect(bodies[1]).toEqual(bodies[0]);
  expect(await relationshipsOf(device)).toBe(1);
  await device.close();
});

test("An invitation for another address is refused, and the right one is accepted afterwards", async () => {
  const { phone, invitationToken } = await invited();
  const other = await invitedBy(api, coach, somebody(issuer).email);
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const { account, form } = await entered(device, invitationToken);

  const refused = await account.accept({ ...form, invitationToken: other.invitationToken });
  const accepted = await account.accept(form);

  expect(refused).toMatchObject({ kind: "REFUSED", code: "INVITATION_CONTACT_MISMATCH" });
  expect(accepted).toEqual({ kind: "ACCEPTED" });
  await device.close();
});
