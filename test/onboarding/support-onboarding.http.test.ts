import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { purgeOnboarding } from "../../activities/onboarding/purge-onboarding.ts";
import { supportGrantSchema } from "../../contract/accounts/support-schema.ts";
import type { SupportPermission } from "../../contract/accounts/support-vocabulary.ts";
import {
  overriddenTaskSchema,
  supportOnboardingSchema,
} from "../../contract/onboarding/coach-schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { OnboardingAuditEvent } from "../../db/onboarding/onboarding-audit-event.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { useCoachDesk, type SeenClient } from "../factories/onboarding/coach-desk.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { move } from "../factories/onboarding/onboarding-life.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import type { TestRequest } from "../harness/api.ts";

const REASON = { "X-Access-Reason": "Ticket 12: the form hangs" };

const desk = await useCoachDesk();
const admin = await staffToken(desk.issuer, "admin");
const reader = await supporter("onboarding.read");
const completer = await supporter("onboarding.force-complete");

const em = () => desk.api.deps.database.em.fork();

describe("GET /support/onboarding/{instanceId}", () => {
  test("shows the onboarding to support staff, and audits who read it and why", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    const answer = await read(client);
    expect(supportOnboardingSchema.parse(answer.data)).toMatchObject({
      workflow: { instanceId: client.instanceId, status: "COMPLETED_WITH_PENDING_TASK" },
      questionnaire: { taskId: client.taskId, status: "SKIPPED_FOR_NOW" },
    });
    expect(await auditsOf(client, "ONBOARDING_READ")).toMatchObject([
      {
        metadata: {
          instanceId: client.instanceId,
          role: "support",
          reason: REASON["X-Access-Reason"],
        },
      },
    ]);
  });

  test("needs a reason, a matching grant and an existing id", async () => {
    const client = await desk.client();
    expect(refusalOf(await read(client, { headers: {} }))).toBe("400 REASON_REQUIRED");
    expect(refusalOf(await read(client, { token: completer }))).toBe("403 FORBIDDEN");
    expect(refusalOf(await read(client, { token: client.coachToken }))).toBe("403 FORBIDDEN");
    const path = `/api/v1/support/onboarding/${client.instanceId}`;
    expect(refusalOf(await desk.api.call("GET", path))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await read({ instanceId: randomUUID() }))).toBe("404 NOT_FOUND");
    expect(refusalOf(await read({ instanceId: "nonsense" }))).toBe("400 VALIDATION_FAILED");
    expect(await auditsOf(client, "ONBOARDING_READ")).toEqual([]);
  });

  test("shows status and report even after the retention, as the coach's view does", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    const { instanceId } = client;
    await move(em(), client, "END");
    const { ownerUrl } = desk.api.database;
    await moveClock(ownerUrl, 31 * 24 * 60 * 60);
    await transact(em(), async (tx) => {
      await purgeOnboarding(tx, { instanceId, now: await clockNow(tx) });
    });
    await moveClock(ownerUrl, 0);
    const report = {
      workflow: { status: "CANCELLED" },
      questionnaire: { status: "EXPIRED", expiredAt: expect.any(String) },
      history: [],
      overrides: [],
      retentionReport: { counts: { taskEvents: 4, overrides: 0, drafts: 0, expiredTasks: 1 } },
    };
    expect((await read(client)).data).toMatchObject(report);
    expect(await desk.read(client)).toMatchObject({ ...report, actions: [] });
  });
});

describe("POST /support/onboarding/{instanceId}/tasks/{taskId}/force-complete", () => {
  test("completes the task without a submission, with the reason in override and audit", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    const key = randomUUID();
    const first = await force(client, { key });
    expect(overriddenTaskSchema.parse(first.data)).toMatchObject({
      task: { status: "COMPLETED", formSubmissionId: null, formStatus: "CANCELLED" },
      override: {
        type: "FORCE_COMPLETE",
        actorKind: "SUPPORT",
        actorUserId: null,
        reason: REASON["X-Access-Reason"],
      },
      sideEffects: { workflowStatus: "COMPLETED", blocks: { programs: false, nutrition: false } },
    });
    const again = await force(client, { key });
    expect([again.headers.get("Idempotency-Replayed"), again.data]).toEqual(["true", first.data]);
    expect(refusalOf(await force(client))).toBe("409 TASK_CLOSED");
    const audits = await auditsOf(client, "ONBOARDING_FORCE_COMPLETED");
    expect(audits).toMatchObject([{ metadata: { reason: REASON["X-Access-Reason"] } }]);
    const { instanceId } = client;
    const own = await em().find(OnboardingAuditEvent, { instanceId, actorKind: "SUPPORT" });
    expect(own.map(({ eventType }) => eventType)).toEqual(["completed", "overridden"]);
    expect(own[0]?.actor).toBe(audits[0]?.actor);
  });

  test("needs a reason, a key, a matching grant, and an open task of this onboarding", async () => {
    const client = await desk.client();
    const other = await desk.client();
    expect(refusalOf(await force(client, { headers: {} }))).toBe("400 REASON_REQUIRED");
    expect(refusalOf(await force(client, { token: reader }))).toBe("403 FORBIDDEN");
    expect(refusalOf(await force(client, { token: client.coachToken }))).toBe("403 FORBIDDEN");
    const path = `/api/v1/support/onboarding/${client.instanceId}/tasks/${client.taskId}/force-complete`;
    const keyless = await desk.api.call("POST", path, { token: completer, headers: REASON });
    expect(refusalOf(keyless)).toBe("400 VALIDATION_FAILED");
    const nobody = await desk.api.call("POST", path, { key: randomUUID(), headers: REASON });
    expect(refusalOf(nobody)).toBe("401 UNAUTHENTICATED");
    const { instanceId } = client;
    expect(refusalOf(await force({ instanceId, taskId: other.taskId }))).toBe("404 NOT_FOUND");
    await move(em(), client, "PAUSE");
    expect(refusalOf(await force(client))).toBe("403 RELATIONSHIP_INACTIVE");
    expect(await auditsOf(client, "ONBOARDING_FORCE_COMPLETED")).toEqual([]);
    expect((await desk.read(client)).questionnaire.status).toBe("READY");
  });
});

/** A support person with one permission. */
async function supporter(permission: SupportPermission): Promise<string> {
  const subject = randomUUID();
  const body = { subject, permission, reason: "on call" };
  const request = { token: admin, key: randomUUID(), body };
  const { data } = await desk.api.call("POST", "/api/v1/admin/support-grants", request);
  supportGrantSchema.parse(data);
  return await staffToken(desk.issuer, "support", { sub: subject });
}

function read({ instanceId }: { readonly instanceId: string }, request: TestRequest = {}) {
  return desk.api.call("GET", `/api/v1/support/onboarding/${instanceId}`, {
    token: reader,
    headers: REASON,
    ...request,
  });
}

function force(client: Pick<SeenClient, "instanceId" | "taskId">, request: TestRequest = {}) {
  const { instanceId, taskId } = client;
  const path = `/api/v1/support/onboarding/${instanceId}/tasks/${taskId}/force-complete`;
  return desk.api.call("POST", path, {
    token: completer,
    headers: REASON,
    key: randomUUID(),
    ...request,
  });
}

function auditsOf(
  { client }: SeenClient,
  eventType: "ONBOARDING_READ" | "ONBOARDING_FORCE_COMPLETED",
) {
  return em().find(AuthAuditEvent, { userId: client.userId, eventType });
}
