import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { planAssignmentSchema, supersededAssignmentSchema } from "../../contract/plans/schema.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { buildSignedInPair, type SignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { codeOf } from "../factories/plans/plan-desk.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let pair: SignedInPair;
const em = () => api.deps.database.em;
const owner = () => ({ ...pair, coachUserId: pair.coach.userId });

beforeEach(async () => {
  pair = await buildSignedInPair(em(), issuer);
});

const ROUTES = ["pause", "resume", "supersede"] as const;
type Act = (typeof ROUTES)[number];

const pathOf = (act: Act, assignmentId: string) => `${assignmentsOf(pair)}/${assignmentId}/${act}`;

const rowOf = (id: string) => em().fork().findOneOrFail(PlanAssignment, { id });

describe("pausing, resuming and replacing an assignment", () => {
  test("a pause and its end return the assignment, and are replayed by their keys", async () => {
    const assignmentId = await given();
    for (const [act, status] of [
      ["pause", "PAUSED"],
      ["resume", "ACTIVE"],
    ] as const) {
      const request = { key: randomUUID(), body: {} };
      const first = await call(act, assignmentId, request);
      expect(planAssignmentSchema.parse(first.data)).toMatchObject({ assignmentId, status });
      const row = await rowOf(assignmentId);
      expect((await call(act, assignmentId, request)).data).toEqual(first.data);
      expect(await rowOf(assignmentId)).toEqual(row);
      expect(codeOf(await call(act, assignmentId, { body: {} }))).toBe("409 STATE_CONFLICT");
    }
  });

  test("a replacement returns both assignments, and is replayed by its key", async () => {
    const [assignmentId, body] = await readied("supersede");
    const request = { key: randomUUID(), body };
    const first = await call("supersede", assignmentId, request);
    expect(first.status).toBe(201);
    const { superseded, successor } = supersededAssignmentSchema.parse(first.data);
    expect(superseded).toMatchObject({
      assignmentId,
      status: "SUPERSEDED",
      supersededByAssignmentId: successor.assignmentId,
    });
    expect(successor).toMatchObject({ status: "ACTIVE", planKind: "MEAL", endDate: null });
    expect((await call("supersede", assignmentId, request)).data).toEqual(first.data);
    const { relationshipId } = pair;
    expect(await em().fork().count(PlanAssignment, { relationshipId })).toBe(2);
    expect(codeOf(await call("supersede", assignmentId, { body }))).toBe("409 STATE_CONFLICT");
  });

  test("a second program is refused with the one that runs", async () => {
    const running = await given(programContent());
    const planId = await planActs(em()).make(owner(), programContent(1));
    const refused = await send(assignmentsOf(pair), { body: { planId } });
    expect(codeOf(refused)).toBe("409 PROGRAM_RUNNING");
    expect(refused.body).toMatchObject({ conflictingId: running });
  });

  test("a program resumes with one of its days, by number", async () => {
    const assignmentId = await given(programContent(2));
    await planActs(em()).pause(owner(), assignmentId);
    for (const programDay of [-1, 1.5, 364, "3"])
      expect(codeOf(await call("resume", assignmentId, { body: { programDay } }))).toBe(
        "400 VALIDATION_FAILED",
      );
    const beyond = await call("resume", assignmentId, { body: { programDay: 12 } });
    expect(beyond.body).toMatchObject({
      errors: [{ pointer: "/programDay", code: "no_such_day" }],
    });
    expect(await rowOf(assignmentId)).toMatchObject({ status: "PAUSED" });
    const { status } = await call("resume", assignmentId, { body: { programDay: 11 } });
    expect(status).toBe(200);
  });

  test.each(ROUTES)(
    "%s is only for a coach of this workspace, with a valid body and a key",
    async (act) => {
      const [assignmentId, body] = await readied(act);
      const stranger = await buildSignedInPair(em(), issuer);
      const other = await buildSignedInPair(em(), issuer, { coach: pair.coach });
      const before = await rowOf(assignmentId);
      const path = pathOf(act, assignmentId);
      const key = randomUUID();
      expect(codeOf(await api.call("POST", path, { key, body }))).toBe("401 UNAUTHENTICATED");
      const keyless = await api.call("POST", path, { token: pair.coachToken, body });
      expect(codeOf(keyless)).toBe("400 VALIDATION_FAILED");
      const refusals = [
        [{ token: pair.clientToken }, "403 APP_ROLE_MISMATCH"],
        [{ token: stranger.coachToken }, "404 NOT_FOUND"],
        [{ body: { ...body, more: 1 } }, "400 VALIDATION_FAILED"],
      ] as const;
      for (const [request, code] of refusals)
        expect(codeOf(await call(act, assignmentId, { body, ...request }))).toBe(code);
      for (const id of [randomUUID(), await foreignAssignment(other)])
        expect(codeOf(await call(act, id, { body }))).toBe("404 NOT_FOUND");
      expect(await rowOf(assignmentId)).toEqual(before);
    },
  );
});

/** An assignment of another client of the same coach. */
async function foreignAssignment(other: SignedInPair): Promise<string> {
  const client = { ...other, coachUserId: other.coach.userId };
  return (await planActs(em()).give(client, planBodies.water)).assignmentId;
}

function assignmentsOf({ workspaceId, relationshipId }: SignedInPair) {
  return `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/plan-assignments`;
}

/** A call by the coach, with a fresh key by default. */
function send(path: string, request: TestRequest) {
  return api.call("POST", path, { token: pair.coachToken, key: randomUUID(), ...request });
}

function call(act: Act, assignmentId: string, request: TestRequest = {}) {
  return send(pathOf(act, assignmentId), request);
}

async function given(content = planBodies.habit) {
  return (await planActs(em()).give(owner(), content)).assignmentId;
}

/** An assignment in the right state for an act, and the body of the act. */
async function readied(act: Act): Promise<readonly [assignmentId: string, body: object]> {
  const assignmentId = await given();
  if (act === "resume") await planActs(em()).pause(owner(), assignmentId);
  if (act !== "supersede") return [assignmentId, {}];
  return [assignmentId, { planId: await planActs(em()).make(owner(), planBodies.meal) }];
}
