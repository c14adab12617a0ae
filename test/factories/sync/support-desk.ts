import { afterAll } from "@jest/globals";
import { Client } from "pg";
import type { SupportPermission } from "../../../contract/accounts/support-vocabulary.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import type { TestAnswer, TestApi, TestRequest } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { buildPhone, type Phone, sync } from "./phone.ts";
import { supporter } from "../accounts/supporter.ts";
import { queued, type SubmittingPhone } from "./sync.ts";
import { useApi } from "../../harness/use-api.ts";

/** The reason of support staff; it contains a name. */
export const REASON = "Ticket 12: the phone of Ana hangs";

const PERMISSIONS = [
  "users.read",
  "auth-audit.read",
  "sessions.end",
  "invitations.resend",
  "devices.read",
  "receipts.read",
  "rejected-operations.read",
  "payloads.read",
  "quarantine.read",
  "quarantine.redrive",
  "agenda.read",
] as const satisfies readonly SupportPermission[];

/** An API, and one support person for each sync permission. */
export interface SupportDesk {
  readonly api: TestApi;
  readonly issuer: TestIssuer;
  /** The owner of the tables. */
  readonly owner: Client;
  /** Lines of the log, JSON text. */
  readonly log: string[];
  readonly tokenFor: (permission: SupportPermission) => string;
  /** Reads as the person with the permission, with a reason. */
  readonly ask: (
    permission: SupportPermission,
    path: string,
    request?: TestRequest,
  ) => Promise<TestAnswer>;
  /** The audit rows of a device. */
  readonly auditsOf: (deviceId: string) => Promise<readonly SeenAudit[]>;
}

/** A row of the audit. */
export interface SeenAudit {
  readonly kind: string;
  readonly receiptId: string | null;
  readonly actor: string;
  readonly role: string;
  readonly reason: string;
}

/** Opens a desk. */
export async function useSupportDesk(): Promise<SupportDesk> {
  const log: string[] = [];
  const onLog = (line: object) => log.push(JSON.stringify(line));
  const { api, issuer } = await useApi({ onLog });
  const owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
  afterAll(() => owner.end());
  const tokens = new Map<SupportPermission, string>();
  for (const permission of PERMISSIONS)
    tokens.set(permission, await supporter(api, issuer, permission));
  const tokenFor = (permission: SupportPermission) => tokens.get(permission) ?? "";
  const headers = { "X-Access-Reason": REASON };
  return {
    api,
    issuer,
    owner,
    log,
    tokenFor,
    ask: (permission, path, request = {}) =>
      api.call("GET", path, { token: tokenFor(permission), headers, ...request }),
    auditsOf: async (deviceId) => {
      const { rows } = await owner.query<SeenAudit>(
        `select kind, receipt_id as "receiptId", actor, role, reason from support_access_audit
         where device_id = $1 order by id`,
        [deviceId],
      );
      return rows;
    },
  };
}

/** A skip with a note of its client. */
export const skip = ({ agenda }: Phone, note: string, changes: Partial<Operation> = {}) =>
  queued("quick-log.skip", { taskId: agenda.meal.id, reason: "OTHER", note }, changes);
export const complete = ({ agenda }: Phone, changes: Partial<Operation> = {}) =>
  queued("quick-log.complete-task", { taskId: agenda.habit.id }, changes);

/** The phone in the form in which factories submit for it, bypassing the API. */
export function submitting({ relationshipId, deviceId, pair }: Phone): SubmittingPhone {
  return { relationshipId, deviceId, clientUserId: pair.client.userId };
}

/** A phone with an accepted and a conflicting operation, and its client's text. */
export async function busyPhone({ api, issuer }: SupportDesk) {
  const phone = await buildPhone(api, issuer);
  const operations = [skip(phone, "my knee hurts"), complete(phone, { expectedRevision: 9 })];
  const { results } = await sync(api, phone, operations);
  const receiptIds = results.map(({ receiptId }) => receiptId ?? "");
  return { phone, operations, receiptIds };
}
