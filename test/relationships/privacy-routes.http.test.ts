import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { submittedFormSchema } from "../../contract/forms/assignment-schema.ts";
import type { PrivacySettings } from "../../contract/relationships/privacy-schema.ts";
import { relationshipDetailSchema } from "../../contract/relationships/schema.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { type SignedInPair, buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { formOf } from "../factories/forms/forms.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/client/privacy-settings";
const ALL: PrivacySettings = {
  coachSeesBirthDate: true,
  coachSeesHeight: true,
  coachSeesGoal: true,
};
const PROFILE = {
  displayName: "Ana Silva",
  timezone: "UTC",
  locale: "en",
  birthDate: "1990-02-28",
  heightCm: 168,
  goal: "Run 10 km",
};
const { birthDate, heightCm, goal } = PROFILE;

const { api, issuer } = await useApi();

async function newPair() {
  const pair = await buildSignedInPair(api.deps.database.em, issuer);
  const { clientToken: token } = pair;
  await api.call("PUT", "/api/v1/client/profile", { token, body: PROFILE });
  return pair;
}

const save = ({ clientToken: token }: SignedInPair, body: unknown) =>
  api.call("PUT", PATH, { token, body });

async function baselineOf({ workspaceId, relationshipId, coachToken: token }: SignedInPair) {
  const path = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}`;
  return relationshipDetailSchema.parse((await api.call("GET", path, { token })).data).baseline;
}

describe("The privacy settings of a client", () => {
  test("show everything until the client hides a field, which coaches then cannot read", async () => {
    const pair = await newPair();
    const { clientToken: token } = pair;
    expect((await api.call("GET", PATH, { token })).data).toEqual(ALL);
    expect(await baselineOf(pair)).toEqual({ birthDate, heightCm, goal, withheld: [] });
    const hidden = { ...ALL, coachSeesBirthDate: false };
    expect((await save(pair, hidden)).data).toEqual(hidden);
    expect((await api.call("GET", PATH, { token })).data).toEqual(hidden);
    expect(await baselineOf(pair)).toEqual({
      birthDate: null,
      heightCm,
      goal,
      withheld: ["birthDate"],
    });
    await save(pair, { ...ALL, coachSeesHeight: false, coachSeesGoal: false });
    expect(await baselineOf(pair)).toEqual({
      birthDate,
      heightCm: null,
      goal: null,
      withheld: ["heightCm", "goal"],
    });
    const own = await api.call("GET", "/api/v1/client/profile", { token });
    expect(own.data).toMatchObject({ birthDate, heightCm, goal, missing: [] });
    await save(pair, ALL);
    expect(await baselineOf(pair)).toEqual({ birthDate, heightCm, goal, withheld: [] });
  });

  test("hide the answers that fill a hidden field, before and after they were given", async () => {
    const pair = await newPair();
    const { clientToken: token, coachToken, workspaceId, relationshipId } = pair;
    const { id } = await buildFormAssignment(api.deps.database.em, pair, {
      content: formOf({ kind: "DATE", mapsTo: "birthDate" }, { kind: "TEXT" }),
    });
    await save(pair, { ...ALL, coachSeesBirthDate: false });
    const submitted = await api.call("POST", `/api/v1/client/form-assignments/${id}/submissions`, {
      token,
      key: randomUUID(),
      body: { answers: { q1: "1988-03-04", q2: "Hello" } },
    });
    const path = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/form-submissions`;
    const { formSubmissionId } = submittedFormSchema.parse(submitted.data);
    const read = () => api.call("GET", `${path}/${formSubmissionId}`, { token: coachToken });
    const hidden = await read();
    expect(hidden.data).toMatchObject({ answers: { q2: "Hello" }, withheldQuestionIds: ["q1"] });
    expect(hidden.text).not.toContain("1988-03-04");
    await save(pair, ALL);
    expect((await read()).data).toMatchObject({
      answers: { q1: "1988-03-04", q2: "Hello" },
      withheldQuestionIds: [],
    });
    await save(pair, { ...ALL, coachSeesBirthDate: false });
    expect((await read()).data).toMatchObject({
      answers: { q2: "Hello" },
      withheldQuestionIds: ["q1"],
    });
  });

  test("ask no coach to review the profile if only a hidden field changes", async () => {
    const pair = await newPair();
    const { em } = api.deps.database;
    const changedAt = async () =>
      (await em.fork().findOneOrFail(ClientProfile, { userId: pair.client.userId }))
        .baselineChangedAt;
    const state = async (changedGoal: string) => {
      const body = { ...PROFILE, goal: changedGoal };
      const token = pair.clientToken;
      expect((await api.call("PUT", "/api/v1/client/profile", { token, body })).status).toBe(200);
    };
    await state("Run");
    const before = await changedAt();
    await save(pair, { ...ALL, coachSeesGoal: false });
    await state("Swim");
    expect(await changedAt()).toEqual(before);
    await save(pair, ALL);
    await state("Row");
    expect(await changedAt()).not.toEqual(before);
  });

  test("stay as they are if the same settings are sent again", async () => {
    const pair = await newPair();
    const hidden = { ...ALL, coachSeesGoal: false };
    const rowOf = () =>
      api.deps.database.em.fork().findOneOrFail(ClientProfile, { userId: pair.client.userId });
    const first = await save(pair, hidden);
    const before = await rowOf();
    expect(before.privacySettings).toEqual(hidden);
    const again = await save(pair, hidden);
    expect([again.status, again.data]).toEqual([first.status, first.data]);
    expect(await rowOf()).toMatchObject({ updatedAt: before.updatedAt, privacySettings: hidden });
  });

  test("belong to the client alone: those of others stay", async () => {
    const [one, other] = [await newPair(), await newPair()];
    await save(one, { ...ALL, coachSeesGoal: false });
    expect((await api.call("GET", PATH, { token: other.clientToken })).data).toEqual(ALL);
  });

  test.each([
    ["nothing", {}],
    ["a setting left out", { coachSeesBirthDate: true, coachSeesHeight: true }],
    ["a word in place of true", { ...ALL, coachSeesGoal: "yes" }],
    ["null", { ...ALL, coachSeesGoal: null }],
    ["an unknown setting", { ...ALL, coachSeesWeight: false }],
    ["another user", { ...ALL, userId: "0190a000-0000-7000-8000-000000000000" }],
  ])("refuse %s as malformed", async (_, body) => {
    expect(refusalOf(await save(await newPair(), body))).toBe("400 VALIDATION_FAILED");
  });

  test("need a client's token of the client app", async () => {
    const pair = await newPair();
    for (const method of ["GET", "PUT"] as const) {
      const body = method === "PUT" ? { body: ALL } : {};
      expect(refusalOf(await api.call(method, PATH, body))).toBe("401 UNAUTHENTICATED");
      const asCoach = await api.call(method, PATH, { token: pair.coachToken, ...body });
      expect(refusalOf(asCoach)).toBe("403 APP_ROLE_MISMATCH");
    }
  });
});
