import { randomUUID } from "node:crypto";
import { pino } from "pino";
import * as z from "zod";
import { createApnsSender } from "../../../activities/notifications/push/create-apns-sender.ts";
import {
  decideNotification,
  type NotificationRequest,
} from "../../../activities/notifications/decide-notification.ts";
import { createFcmSender } from "../../../activities/notifications/push/create-fcm-sender.ts";
import type { Message } from "../../../activities/accounts/mail/mailer.ts";
import type { PushSenders } from "../../../activities/notifications/push/push-sender.ts";
import { relayPass } from "../../../activities/outbox/relay-pass.ts";
import type { Consumer } from "../../../contract/outbox/vocabulary.ts";
import type { NotificationDelivery } from "../../../db/notifications/notification-delivery.ts";
import type { Database } from "../../../db/open-database.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { createDeliveries } from "../../../workers/relay/create-deliveries.ts";
import { apnsAccount, fcmAccount, startFakeProvider } from "./push-providers.ts";
import { hooks } from "../../../workers/hooks.ts";

const FcmBody = z.object({
  message: z.object({
    token: z.string(),
    notification: z.unknown(),
    data: z.unknown(),
    android: z.unknown(),
  }),
});

const SEND = "/v1/projects/sideline-test/messages:send";

/** A relay for notifications, or for other consumers, whose providers and mail server record their requests. */
export async function startNotificationRelay(
  database: Pick<Database, "em">,
  consumers: readonly Consumer[] = ["notifications", "notification-delivery"],
) {
  const fcm = await startFakeProvider();
  const apns = await startFakeProvider();
  const letters: Message[] = [];
  const mail: { fault: Error | null; faultFor: string | null } = { fault: null, faultFor: null };
  const senders = {
    FCM: createFcmSender(fcmAccount(fcm), fcm.origin),
    APNS: createApnsSender(apnsAccount(), apns.origin),
  };
  const mailer = {
    send: async (letter: Message) => {
      const { fault, faultFor } = mail;
      if (fault !== null && (faultFor === null || faultFor === letter.to)) throw fault;
      letters.push(letter);
    },
  };
  /** One pass of a separate relay; returns how many rows it took. */
  const pass = async (push: PushSenders = senders) => {
    const deliveries = createDeliveries({
      em: database.em,
      wakeActor: async () => null,
      feed: { publish: async () => {} },
      mailing: {
        em: database.em,
        mailer,
        invitationKey: new Uint8Array(32),
        publicUrl: "http://127.0.0.1",
      },
      notifying: { mailer, push, log: pino({ level: "silent" }) },
      hooks,
    });
    const lane = { name: "test", consumers, limit: 50 };
    const running = new AbortController().signal;
    return (await relayPass({ em: database.em, deliveries }, lane, running)).length;
  };
  return {
    fcm,
    apns,
    letters,
    /** The fault of the mail server, for everybody or for one address. */
    mail,
    pass,
    /** Delivers rows until none is due. */
    drain: async () => {
      while ((await pass()) > 0);
    },
    /** The requests that Firebase received. */
    pushes: () => fcm.requests.filter(({ path }) => path === SEND),
    /** The messages in them, as the phones receive them. */
    messages: () =>
      fcm.requests
        .filter(({ path }) => path === SEND)
        .map(({ body }) => FcmBody.parse(JSON.parse(body)).message),
    answerPush: (reply: Parameters<typeof fcm.answer>[1]) => fcm.answer(SEND, reply),
    /** Decides at the present time of the moved clock. */
    decide: (
      request: Omit<NotificationRequest, "subjectId" | "dedupeKey" | "now" | "requestId"> &
        Partial<NotificationRequest>,
    ) =>
      transact(database.em, async (tx) => {
        const now = await clockNow(tx);
        const own = { subjectId: randomUUID(), dedupeKey: randomUUID(), requestId: null };
        return decideNotification(tx, { ...own, now, ...request });
      }),
    close: async () => {
      for (const sender of Object.values(senders)) sender.close();
      await fcm.close();
      await apns.close();
    },
  };
}
export type NotificationRelay = Awaited<ReturnType<typeof startNotificationRelay>>;

/** The outcome of a delivery in short form. */
export function endOf({ channel, status, failureCode }: NotificationDelivery): string {
  return [channel, status, ...(failureCode === null ? [] : [failureCode])].join(" ");
}
