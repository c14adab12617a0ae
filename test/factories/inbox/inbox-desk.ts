import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { relayPass } from "../../../activities/outbox/relay-pass.ts";
import {
  type CoachTaskItem,
  inboxPageSchema,
  ownInboxSummarySchema,
} from "../../../contract/inbox/schema.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { createDeliveries } from "../../../workers/relay/create-deliveries.ts";
import { hooks } from "../../../workers/hooks.ts";
import type { TestAnswer, TestApi, TestApiOptions, TestRequest } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { buildPhone, type Phone, sync } from "../sync/phone.ts";
import { settleAll, settlementDeps } from "../sync/settlement.ts";
import { queued } from "../sync/sync.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useApi } from "../../harness/use-api.ts";

/** A coach's inbox over HTTP, and events of the clients behind it. */
export interface InboxDesk {
  readonly api: TestApi;
  readonly issuer: TestIssuer;
  /** A new client with a phone; by default of a new coach. */
  readonly phone: (options?: Parameters<typeof buildPhone>[2]) => Promise<Phone>;
  /** Sends operations from a phone, settles them, and lets the inbox consume their events. */
  readonly send: (phone: Phone, ...operations: readonly Operation[]) => Promise<readonly string[]>;
  /** Skips a task of the phone's day for a reason; returns its receipt. */
  readonly skip: (phone: Phone, taskId: string, reason: string) => Promise<string>;
  /** Delivers pending events to the inbox. */
  readonly relay: () => Promise<void>;
  readonly call: (
    phone: Phone,
    route: string,
    request?: Partial<DeskRequest>,
  ) => Promise<TestAnswer>;
  readonly list: (phone: Phone, query?: string) => Promise<readonly CoachTaskItem[]>;
  readonly counts: (
    phone: Phone,
    query?: string,
  ) => Promise<ReturnType<typeof ownInboxSummarySchema.parse>>;
}

interface DeskRequest extends TestRequest {
  readonly method: string;
}

/** Path of a resource in the workspace of a client. */
const deskPath = ({ pair }: Phone, route: string) =>
  `/api/v1/workspaces/${pair.workspaceId}/${route}`;

/** Opens a desk with a separate API and database. */
export async function useInboxDesk({
  onLog,
  stop,
}: Pick<TestApiOptions, "onLog" | "stop"> = {}): Promise<InboxDesk> {
  const { api, issuer } = await useApi({
    // Its relay delivers every row that is due.
    database: await useOwnDatabase(),
    ...(onLog !== undefined && { onLog }),
    ...(stop !== undefined && { stop }),
  });
  const { em } = api.deps.database;
  const settlement = settlementDeps(em);
  const relay = inboxRelay(api);
  const send: InboxDesk["send"] = async (phone, ...operations) => {
    const { results } = await sync(api, phone, operations);
    await settleAll(settlement, { deviceId: phone.deviceId });
    await relay();
    return results.map(({ receiptId }) => String(receiptId));
  };
  const call: InboxDesk["call"] = (phone, route, request = {}) => {
    const { method = "GET", ...more } = request;
    const token = phone.pair.coachToken;
    const key = method === "GET" ? {} : { key: randomUUID() };
    return api.call(method, deskPath(phone, route), { token, ...key, ...more });
  };
  return {
    api,
    issuer,
    phone: (options) => buildPhone(api, issuer, options),
    send,
    skip: async (phone, taskId, reason) => {
      const [receiptId = ""] = await send(phone, queued("quick-log.skip", { taskId, reason }));
      return receiptId;
    },
    relay,
    call,
    list: async (phone, query = "") =>
      inboxPageSchema.parse((await call(phone, `coach-tasks${query}`)).data).items,
    counts: async (phone, query = "") =>
      ownInboxSummarySchema.parse((await call(phone, `coach-tasks/summary${query}`)).data),
  };
}

/** A relay for the inbox alone, which delivers rows until none is due. */
function inboxRelay({ deps }: TestApi): () => Promise<void> {
  const { em } = deps.database;
  const unwanted = { send: async () => {} };
  const deliveries = createDeliveries({
    em,
    wakeActor: async () => null,
    feed: { publish: async () => {} },
    mailing: {
      em,
      mailer: unwanted,
      invitationKey: new Uint8Array(32),
      publicUrl: "http://127.0.0.1",
    },
    notifying: {
      mailer: unwanted,
      push: { APNS: null, FCM: null },
      log: pino({ level: "silent" }),
    },
    hooks,
  });
  const lane = { name: "test", consumers: ["inbox"] as const, limit: 100 };
  return async () => {
    for (;;) {
      const passed = await relayPass({ em, deliveries }, lane, new AbortController().signal);
      const failed = passed.find(({ failure }) => failure !== null);
      if (failed !== undefined) throw new Error(`The inbox failed: ${JSON.stringify(failed)}`);
      if (passed.length === 0) return;
    }
  };
}
