import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { checkLaw } from "../../device/lanes/verdicts/check-law.ts";
import { openNodeSql } from "../../device/adapters/node/node-sql.ts";
import type { Device } from "../../device/types.ts";
import { buildMember } from "../factories/api/matrix/practice.ts";
import { buildRealCoachPhone, type RealCoachPhone } from "../factories/device/real-coach-phone.ts";
import { otherToken } from "../factories/sync/phone.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
const { em } = api.deps.database;

test("A coach reads the inbox, resolves, snoozes and reviews in a tunnel, is killed, and every act counts once", async () => {
  const phone = await buildRealCoachPhone(api, issuer);
  const message = await phone.message(phone.first);
  const routine = await phone.task(phone.second, { taskType: "PLAN_UPDATE", severity: "LOW" });
  const skip = { taskType: "PROGRESS_ALERT", sourceKind: "SKIP", severity: "URGENT" } as const;
  const urgent = await phone.task(phone.second, skip);
  const before = await phone.open();
  await before.signIn(phone.tokens);
  await before.sync();
  const day = { scopeId: phone.first.relationshipId, localDate: phone.first.agenda.localDate };
  const reading = await before.part("inbox");
  expect(await reading.refreshDay(day)).toBe("READ");
  expect(await reading.refreshTask({ taskId: message.id })).toBe("READ");
  phone.network.failBy(() => "UNREACHABLE");
  const ids = await actOffline(before, {
    message: message.id,
    routine: routine.id,
    urgent: urgent.id,
  });
  const review = await reading.reviewDay({ ...day, callId: randomUUID() });
  const offline = await reading.list();
  await phone.kill();

  const device = await phone.open();
  const inbox = await device.part("inbox");
  const kept = await inbox.list();
  phone.network.failBy(() => null);
  await device.sync();
  const verdicts = await verdictsOf(device, [...ids, review.clientOperationId]);
  const online = await inbox.list();
  await inbox.refreshDay(day);
  const reviewed = await inbox.day(day);
  await device.close();

  expect(offline?.badge).toEqual({ accepted: 3, expected: 0 });
  expect(kept?.rows.map(({ expected }) => expected?.status)).toEqual(
    offline?.rows.map(({ expected }) => expected?.status),
  );
  expect(verdicts).toEqual(verdicts.map(() => "ACCEPTED"));
  expect(online?.badge).toEqual({ accepted: 0, expected: 0 });
  expect(online?.rows).toMatchObject([
    { taskId: routine.id, accepted: { status: "SNOOZED" }, expected: null, waiting: [] },
    { taskId: message.id, isListed: false, accepted: { status: "RESOLVED" } },
  ]);
  expect(reviewed?.accepted.reviewedAt).not.toBeNull();
  expect(reviewed).toMatchObject({ waiting: [], refused: [] });
  await requireLaw(phone);
});

test("A row that another coach closed in the console becomes a conflict that says who and how, for its client alone", async () => {
  const phone = await buildRealCoachPhone(api, issuer);
  const { workspaceId } = phone.coach;
  const taken = await phone.task(phone.first);
  const free = await phone.task(phone.second);
  const device = await phone.open();
  await device.signIn(phone.tokens);
  await device.sync();
  const member = await buildMember(em, issuer, { workspaceId, status: "ACTIVE" });
  const token = await otherToken(
    issuer,
    { userId: member.userId, identity: member.identity },
    "WEB",
  );
  const path = `/api/v1/workspaces/${workspaceId}/coach-tasks/${taken.id}/resolve`;
  const body = { resolutionType: "MESSAGE_SENT" };
  expect(await api.call("POST", path, { token, key: randomUUID(), body })).toMatchObject({
    status: 200,
  });
  const inbox = await device.part("inbox");
  const reason = { act: "DISMISS", dismissReason: "NOT_RELEVANT" } as const;
  const late = await inbox.act({ ...reason, taskId: taken.id });
  await inbox.act({ ...reason, taskId: free.id });
  await device.sync();
  const conflicted = await inbox.task({ taskId: taken.id });
  const scope = (await device.scopes()).find(({ scopeId }) => scopeId === late.scopeId);
  const centre = await scope?.part("centre");
  await centre?.discard({ clientOperationId: late.clientOperationId });
  const state = await device.state();
  await device.close();

  expect(conflicted).toMatchObject({
    accepted: { status: "RESOLVED" },
    refused: [
      {
        clientOperationId: late.clientOperationId,
        status: "CONFLICTED",
        code: "STATE_CONFLICT",
        allowedResolutions: expect.arrayContaining(["DISCARD"]),
        changed: {
          by: "COACH",
          type: "resolved",
          resolutionType: "MESSAGE_SENT",
          userId: member.userId,
          isOwn: false,
        },
      },
    ],
  });
  expect(state.needsAttention).toBe(0);
  await requireLaw(phone);
});

test("A relationship that ends is deleted by its order, and the coach's other client stays", async () => {
  const phone = await buildRealCoachPhone(api, issuer);
  const { workspaceId } = phone.coach;
  const { relationshipId } = phone.first;
  const ended = await phone.task(phone.first);
  const open = await phone.task(phone.second);
  const device = await phone.open();
  await device.signIn(phone.tokens);
  await device.sync();
  const token = await otherToken(issuer, phone.coach, "WEB");
  const path = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/end`;
  await api.call("POST", path, { token, key: randomUUID(), body: { reason: "Moved away" } });
  await device.sync();
  await device.sync();
  const inbox = await device.part("inbox");
  const view = await inbox.list();
  const gone = await inbox.task({ taskId: ended.id });
  const scopes = await device.scopes();
  await device.close();

  expect(gone).toBeNull();
  expect(view?.rows.map(({ taskId }) => taskId)).toEqual([open.id]);
  expect(scopes.map(({ scopeId }) => scopeId)).toEqual([phone.second.relationshipId]);
});

async function actOffline(
  device: Device,
  tasks: { readonly message: string; readonly routine: string; readonly urgent: string },
): Promise<readonly string[]> {
  const inbox = await device.part("inbox");
  const acts = [
    { act: "START", taskId: tasks.message },
    { act: "RESOLVE", taskId: tasks.message, resolutionType: "MESSAGE_SENT" },
    { act: "PIN", taskId: tasks.routine },
    { act: "SNOOZE", taskId: tasks.routine, snoozePreset: "TOMORROW_MORNING" },
    { act: "REVIEW", taskId: tasks.urgent },
  ] as const;
  const ids: string[] = [];
  for (const act of acts) {
    expect(await inbox.preview(act)).toEqual({ kind: "LIKELY" });
    ids.push((await inbox.act(act)).clientOperationId);
  }
  return ids;
}

async function verdictsOf(device: Device, ids: readonly string[]) {
  const scopes = await device.scopes();
  const operations = await Promise.all(scopes.map(async (scope) => await scope.operations()));
  return ids.map(
    (id) => operations.flat().find((one) => one.clientOperationId === id)?.verdict?.status,
  );
}

async function requireLaw(phone: RealCoachPhone): Promise<void> {
  const sql = await openNodeSql(phone.file);
  for (const { relationshipId } of [phone.first, phone.second])
    expect(await checkLaw(sql, relationshipId)).toBeNull();
  await sql.close();
}
