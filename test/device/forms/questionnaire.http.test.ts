import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { FormSubmission } from "../../../db/forms/form-submission.ts";
import { Relationship } from "../../../db/relationships/relationship.ts";
import type { Device } from "../../../device/types.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { invitedBy, registeredCoach, somebody } from "../../factories/accounts/people.ts";
import { type BarePhone, buildBarePhone, onlyScope } from "../../factories/device/real-phone.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();
const coach = await registeredCoach(api, somebody(issuer));
const em = () => api.deps.database.em.fork();

const ANSWERS = {
  main_goal: "Run ten kilometres without a break",
  experience: "not_yet",
  days_per_week: 3,
  session_length: "up_to_45",
  equipment: ["dumbbells", "bands"],
  has_injuries: false,
  has_medical_advice: false,
  sleep: 7.5,
  stress: 4,
  diet: "anything",
};

/** A phone whose person has accepted an invitation and sees the questionnaire. */
async function joined() {
  const person = somebody(issuer);
  const { invitationToken } = await invitedBy(api, coach, person.email);
  const phone = await buildBarePhone(api, await person.token("CLIENT_MOBILE"));
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const account = await device.part("account");
  const found = await account.me();
  if (found.kind !== "PERSON") throw new Error("Nobody is signed in");
  await account.accept({ invitationToken, displayName: "Ana", ...found.me.legalVersions });
  await account.refresh();
  const onboarding = await account.onboarding();
  const formAssignmentId = onboarding?.formAssignmentId ?? "";
  const taskId = onboarding?.tasks[0]?.taskId ?? "";
  await (await formsOf(device)).refresh();
  return { phone, device, account, formAssignmentId, taskId };
}

async function formsOf(device: Device) {
  return await (await onlyScope(device)).part("forms");
}

const submissions = async (formAssignmentId: string) =>
  await em().count(FormSubmission, { assignmentId: formAssignmentId });

const isSubmission = ({ path }: { readonly path: string }) => path.endsWith("/submissions");

async function requireLaw({ file }: BarePhone, scopeId: string) {
  const sql = await openNodeSql(file);
  expect(await checkLaw(sql, scopeId)).toBeNull();
  await sql.close();
}

test("A questionnaire filled in offline survives a kill, is submitted once over a lost answer, and coaching becomes active", async () => {
  const { phone, device: before, account: early, formAssignmentId, taskId } = await joined();
  await early.open({ taskId });
  const half = await formsOf(before);
  phone.network.failBy(() => "UNREACHABLE");
  const { main_goal, experience } = ANSWERS;
  await half.write({ formAssignmentId, answers: { main_goal, experience } });
  const saved = await half.save({ formAssignmentId });
  await half.write({ formAssignmentId, answers: { main_goal, experience, days_per_week: 3 } });
  await phone.kill();
  const stored = await readFile(phone.file, "latin1");

  const device = await phone.open();
  const forms = await formsOf(device);
  const found = await forms.form({ formAssignmentId });
  const incomplete = await forms.submit({ formAssignmentId });
  await forms.write({ formAssignmentId, answers: ANSWERS });
  const offline = await forms.submit({ formAssignmentId, callId: "my-submission" });
  phone.network.failBy((request) => (isSubmission(request) ? "ANSWER_LOST" : null));
  const lost = await forms.submit({ formAssignmentId });
  const frozen = await forms.write({ formAssignmentId, answers: {} });
  phone.network.failBy(() => null);
  const done = await forms.submit({ formAssignmentId });
  const account = await device.part("account");
  const [submitted] = await forms.list();
  const formSubmissionId = submitted?.assignment.submissionId ?? "";
  const completed = await account.complete({ taskId, formSubmissionId });
  const baseline = { birthDate: "1990-04-12", heightCm: 172, goal: "Ten kilometres" };
  const profile = { displayName: "Ana", timezone: "Europe/Berlin", locale: "de", ...baseline };
  const active = await account.saveProfile(profile);
  await device.sync();
  const scope = await onlyScope(device);
  const operations = await scope.operations();

  expect(stored).not.toContain("ten kilometres");
  expect(saved).toBe("QUEUED");
  expect(found).toMatchObject({
    state: "LOCAL_DRAFT",
    answers: { main_goal, experience, days_per_week: 3 },
    canWrite: true,
  });
  expect(incomplete).toMatchObject({ kind: "INCOMPLETE" });
  expect([offline, lost]).toMatchObject([
    { kind: "OPEN", waitsFor: "OFFLINE" },
    { kind: "OPEN", waitsFor: "OFFLINE" },
  ]);
  expect(frozen).toEqual({ kind: "CLOSED" });
  expect(done).toMatchObject({ kind: "DONE", data: { status: "SUBMITTED" } });
  expect(await submissions(formAssignmentId)).toBe(1);
  const keys = phone.network.requests.filter(isSubmission).map(({ headers }) => headers);
  expect(new Set(keys.map((headers) => headers["idempotency-key"]))).toEqual(
    new Set(["my-submission"]),
  );
  expect(submitted).toMatchObject({ state: "SUBMITTED" });
  expect(completed).toMatchObject({ kind: "DONE" });
  expect(active).toMatchObject({ kind: "DONE" });
  expect(await account.onboarding()).toMatchObject({
    workflowStatus: "COMPLETED",
    nextRoute: "TODAY",
    profile: { missing: [], relationshipStatus: "ACTIVE" },
  });
  const relationship = await em().findOneOrFail(Relationship, { id: scope.scopeId });
  expect(relationship.status).toBe("ACTIVE");
  expect(operations.map(({ status }) => status)).not.toContain("CONFLICTED");
  const { scopeId } = scope;
  await device.close();
  await requireLaw(phone, scopeId);
});

test("Two phones that write one draft end in a visible conflict, and the person keeps one of the two", async () => {
  const { phone, device, formAssignmentId } = await joined();
  const other = await buildBarePhone(api, phone.tokens.accessToken);
  const second = await other.open();
  await second.signIn(other.tokens);
  const mine = await formsOf(device);
  const theirs = await formsOf(second);
  await theirs.refresh();
  phone.network.failBy(() => "UNREACHABLE");
  await mine.write({ formAssignmentId, answers: { main_goal: "Mine" } });
  await mine.save({ formAssignmentId });
  await theirs.write({ formAssignmentId, answers: { main_goal: "Theirs" } });
  await theirs.save({ formAssignmentId });
  await second.sync();
  phone.network.failBy(() => null);
  await device.sync();
  await mine.refresh();

  const conflict = await mine.form({ formAssignmentId });
  const refused = [
    (await mine.write({ formAssignmentId, answers: { main_goal: "Over it" } })).kind,
    await mine.save({ formAssignmentId }),
    (await mine.submit({ formAssignmentId })).kind,
  ];
  const { theirRevision = -1 } = conflict?.conflict ?? {};
  const stale = await mine.choose({
    formAssignmentId,
    keep: "MINE",
    theirRevision: theirRevision + 1,
  });
  const chosen = await mine.choose({ formAssignmentId, keep: "MINE", theirRevision });
  await device.sync();
  await mine.refresh();
  const kept = await mine.form({ formAssignmentId });
  await theirs.refresh();
  const seen = await theirs.form({ formAssignmentId });

  expect(conflict).toMatchObject({
    state: "CONFLICT",
    canWrite: false,
    conflict: { mine: { main_goal: "Mine" }, theirs: { main_goal: "Theirs" } },
  });
  expect(refused).toEqual(["CONFLICT", "CONFLICT", "CONFLICT"]);
  expect([stale, chosen]).toEqual(["ABSENT", "CHOSEN"]);
  expect(kept).toMatchObject({ state: "OPEN", answers: { main_goal: "Mine" }, conflict: null });
  expect(seen).toMatchObject({ state: "OPEN", answers: { main_goal: "Mine" } });
  expect((await device.state()).needsAttention).toBe(0);
  const { scopeId } = await onlyScope(device);
  await device.close();
  await second.close();
  await requireLaw(phone, scopeId);
  await requireLaw(other, scopeId);
});

test("A draft that was not saved yet conflicts as soon as another phone's draft is read, and theirs can be kept", async () => {
  const { phone, device, formAssignmentId } = await joined();
  const other = await buildBarePhone(api, phone.tokens.accessToken);
  const second = await other.open();
  await second.signIn(other.tokens);
  const mine = await formsOf(device);
  const theirs = await formsOf(second);
  await theirs.refresh();
  await mine.write({ formAssignmentId, answers: { main_goal: "Mine" } });
  await theirs.write({ formAssignmentId, answers: { main_goal: "Theirs" } });
  await theirs.save({ formAssignmentId });
  await second.sync();
  await mine.refresh();

  const conflict = await mine.form({ formAssignmentId });
  const { theirRevision = -1 } = conflict?.conflict ?? {};
  const chosen = await mine.choose({ formAssignmentId, keep: "THEIRS", theirRevision });
  const kept = await mine.form({ formAssignmentId });
  await mine.write({ formAssignmentId, answers: { main_goal: "Both" } });
  await mine.save({ formAssignmentId });
  await device.sync();
  await mine.refresh();

  expect(conflict).toMatchObject({
    state: "CONFLICT",
    conflict: { mine: { main_goal: "Mine" }, theirs: { main_goal: "Theirs" } },
  });
  expect(chosen).toBe("CHOSEN");
  expect(kept).toMatchObject({ state: "OPEN", answers: { main_goal: "Theirs" } });
  expect(await mine.form({ formAssignmentId })).toMatchObject({
    state: "OPEN",
    answers: { main_goal: "Both" },
  });
  await device.close();
  await second.close();
});
