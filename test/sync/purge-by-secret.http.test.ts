import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "@jest/globals";
import { suspendUser } from "../../activities/accounts/support/suspend-user.ts";
import { LOSE_NOTHING } from "../../api/openapi/lose-nothing.ts";
import { PURGE_TRIGGERS, type PurgeTrigger } from "../../contract/sync/purge-vocabulary.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { ask, buildPhone, refusalOf, registrationBody } from "../factories/sync/phone.ts";
import {
  acknowledgeBySecret,
  endFromAfar,
  findBySecret,
  openBySecret,
  type SecretPhone,
  withSecret,
} from "../factories/sync/purge/device-secrets.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: SecretPhone;

beforeEach(async () => {
  await em().execute("delete from rate_limit");
  phone = await withSecret(api, await buildPhone(api, issuer));
});

const em = () => api.deps.database.em.fork();

/** For each trigger: its cause, the answer to the phone's next request, and the outcome for its queue. */
const CASES: Readonly<Record<PurgeTrigger, Case>> = {
  LOGOUT: {
    cause: () => post("/api/v1/auth/logout"),
    next: "401 UNAUTHENTICATED",
    queue: "DELETE",
  },
  ACCOUNT_SWITCH: {
    cause: async () => {
      const { token } = await buildPhone(api, issuer);
      const { installationId } = phone;
      await post("/api/v1/client/devices", token, registrationBody({ installationId }));
    },
    next: "403 DEVICE_REVOKED",
    queue: "DELETE",
  },
  RELATIONSHIP_END: {
    cause: () => post("/api/v1/client/relationship/end", phone.token, { reason: "Enough" }),
    next: "404 NOT_FOUND",
    queue: "DELETE",
  },
  PERMISSION_REVOCATION: {
    cause: async () => {
      const { userId } = phone.pair.client;
      const act = { userId, reason: "Abuse", actor: "x", role: "admin" };
      await transact(em(), (tx) => suspendUser(tx, { ...act, requestId: "test" }, hooks));
    },
    next: "403 USER_SUSPENDED",
    queue: "KEEP",
  },
  WORKSPACE_SUSPENSION: {
    cause: async () => {
      const path = `/api/v1/admin/workspaces/${phone.pair.workspaceId}/suspend`;
      await post(path, await staffToken(issuer, "admin"), { reason: "Unpaid" });
    },
    next: "404 NOT_FOUND",
    queue: "KEEP",
  },
  ACCOUNT_DELETION: {
    cause: () => post("/api/v1/auth/account-deletion"),
    next: "403 USER_PENDING_DELETION",
    queue: "DELETE",
  },
  DEVICE_RESET: {
    cause: async () => {
      const { installationId } = phone;
      const body = registrationBody({ installationId, reset: true });
      await post("/api/v1/client/devices", phone.token, body);
    },
    next: "403 DEVICE_REVOKED",
    queue: "DELETE",
  },
  DEVICE_REVOCATION: {
    cause: () => endFromAfar({ api, issuer }, phone),
    next: "401 UNAUTHENTICATED",
    queue: "KEEP",
  },
};

interface Case {
  readonly cause: () => Promise<unknown>;
  readonly next: string;
  readonly queue: "KEEP" | "DELETE";
}

test.each(PURGE_TRIGGERS)(
  "%s: a phone with nothing but its secret reads the order, obeys it, and repeats the acknowledgement after a crash",
  async (trigger) => {
    const { cause, next, queue } = CASES[trigger];
    await cause();
    const { status, code } = refusalOf(await ask(api, phone));
    expect(`${status} ${code}`).toBe(next);
    const [order, ...others] = await openBySecret(api, phone);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ deviceId: phone.deviceId, trigger, queue, handedOverTo: null });
    expect(typeof order?.sealedUntil).toBe(queue === "KEEP" ? "string" : "object");
    const { deviceSecret } = phone;
    const named = { orderId: order?.orderId ?? "", deviceSecret };
    const content = {
      count: 7,
      digest: `sha-256:${"0".repeat(64)}`,
      lostOperations: queue === "DELETE" ? 3 : 0,
      sealedOperations: queue === "KEEP" ? 3 : 0,
    };
    const done = await acknowledgeBySecret(api, named, content);
    const again = await acknowledgeBySecret(api, named, content);
    expect([done.status, again.status]).toEqual([200, 200]);
    expect(done.data).toMatchObject(content);
    expect(again.data).toEqual(done.data);
    const found = await findBySecret(api, deviceSecret);
    expect(found.status === 404 || found.text.includes('"items":[]')).toBe(true);
  },
);

test("the guide names every answer of a lost session after which an app has to use its secret", () => {
  const answers = Object.values(CASES).map(({ next }) => next.split(" ")[1] ?? "");
  const ofAccounts = answers.filter((code) => code.startsWith("USER_"));
  for (const code of [...ofAccounts, "USER_DELETED", "PROVIDER_NOT_ALLOWED"])
    expect(LOSE_NOTHING).toContain(code);
  expect(LOSE_NOTHING).toContain("any 401 that a renewed token does not fix");
});

function post(path: string, token = phone.token, body: unknown = {}) {
  return api.call("POST", path, { token, body, key: randomUUID() });
}
