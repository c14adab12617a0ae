import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { planSchema } from "../../contract/plans/schema.ts";
import { useCoachDesk, type SeenClient } from "../factories/onboarding/coach-desk.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { planBodies } from "../factories/plans/plans.ts";

const desk = await useCoachDesk();

describe("a coach may not", () => {
  test.each([
    ["a field", { type: "REQUEST_COMPLETION", skippable: false }],
    ["a separate override", { type: "MAKE_REQUIRED", reason: "It has to be" }],
    ["a status", { type: "CANCEL", reason: "It has to be", status: "READY" }],
  ])("make the questionnaire non-skippable by %s", async (_, body) => {
    const client = await desk.client();
    await expectUntouched(client, async () => {
      const refused = await desk.act(client, "override", { body });
      expect(refusalOf(refused)).toBe("400 VALIDATION_FAILED");
    });
  });

  test.each(["CANCEL", "FORCE_COMPLETE"])("%s without a reason", async (type) => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    await expectUntouched(client, async () => {
      for (const body of [{ type }, { type, reason: "" }, { type, reason: " \n " }]) {
        expect(refusalOf(await desk.act(client, "override", { body }))).toBe("400 REASON_REQUIRED");
      }
    });
  });

  test("reassign without a reason or a version, or name a version with another override", async () => {
    const client = await desk.client();
    const type = "REASSIGN_QUESTIONNAIRE";
    const formVersionId = randomUUID();
    await expectUntouched(client, async () => {
      const attempts = [
        [{ type, formVersionId }, "400 REASON_REQUIRED"],
        [{ type, reason: "Why not" }, "400 VALIDATION_FAILED"],
        [{ type, reason: "Why not", formVersionId }, "404 NOT_FOUND"],
        [{ type: "CANCEL", reason: "Why not", formVersionId }, "400 VALIDATION_FAILED"],
      ] as const;
      for (const [body, refusal] of attempts) {
        expect(refusalOf(await desk.act(client, "override", { body }))).toBe(refusal);
      }
    });
  });

  test("force a completion unless they own the workspace", async () => {
    const client = await desk.client();
    const token = await desk.secondCoach(client);
    await expectUntouched(client, async () => {
      for (const reason of ["It came on paper", ""]) {
        const body = { type: "FORCE_COMPLETE", reason };
        const refused = await desk.act(client, "override", { token, body });
        expect(refusalOf(refused)).toBe("403 FORBIDDEN");
      }
    });
  });

  test("open, skip or complete in the client's place", async () => {
    const client = await desk.client();
    const task = `/api/v1/client/onboarding/tasks/${client.taskId}`;
    const bodies = {
      open: { clientTimestamp: "2026-01-01T00:00:00.000Z" },
      skip: {},
      "complete-from-form": { formSubmissionId: randomUUID() },
    };
    await expectUntouched(client, async () => {
      for (const [act, body] of Object.entries(bodies)) {
        const refused = await post(client, `${task}/${act}`, body);
        expect(refusalOf(refused)).toBe("403 APP_ROLE_MISMATCH");
      }
    });
  });

  test("edit or submit answers through an onboarding route", async () => {
    const client = await desk.client();
    const answers = { main_goal: "planted-answer" };
    await expectUntouched(client, async () => {
      for (const body of [
        { type: "FORCE_COMPLETE", reason: "Came on paper", answers },
        { type: "REQUEST_COMPLETION", formSubmissionId: randomUUID() },
      ]) {
        const refused = await desk.act(client, "override", { body });
        expect(refusalOf(refused)).toBe("400 VALIDATION_FAILED");
      }
      const smuggled = await desk.act(client, "nudge", { body: { answers } });
      expect(refusalOf(smuggled)).toBe("400 VALIDATION_FAILED");
    });
  });

  test("assign nutrition while it is skipped, but may assign a habit and, after a cancel, nutrition", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    const { workspaceId, relationshipId } = client;
    const assign = async (content: unknown) => {
      const body = { content, publish: true };
      const made = await post(client, `/api/v1/workspaces/${workspaceId}/plans`, body);
      const { planId } = planSchema.parse(made.data);
      const path = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/plan-assignments`;
      return await post(client, path, { planId });
    };
    expect(refusalOf(await assign(planBodies.meal))).toBe("409 ASSIGNMENT_BLOCKED");
    expect((await assign(planBodies.habit)).status).toBe(201);
    await desk.act(client, "override", {
      body: { type: "CANCEL", reason: "Told me on the phone" },
    });
    expect((await assign(planBodies.meal)).status).toBe(201);
  });
});

/** A request of the owner, with a key. */
function post({ coachToken: token }: SeenClient, path: string, body: unknown) {
  return desk.api.call("POST", path, { token, key: randomUUID(), body });
}

/** Expects a refusal, and an unchanged onboarding. */
async function expectUntouched(client: SeenClient, attempt: () => Promise<void>) {
  const before = await desk.read(client);
  await attempt();
  expect(await desk.read(client)).toEqual(before);
}
