import { join } from "node:path";
import type { Logger } from "pino";
import { createApnsSender } from "../../activities/notifications/push/create-apns-sender.ts";
import { createFcmSender } from "../../activities/notifications/push/create-fcm-sender.ts";
import type { PushSenders } from "../../activities/notifications/push/push-sender.ts";
import { createPushboxSender } from "../../activities/notifications/push/create-pushbox-sender.ts";
import type { Config } from "../config/config.ts";
import { PUSHBOX_FOLDER } from "./pushbox-folder.ts";

/** The push senders of the installation; without an account the embedded stack uses its local inbox. */
export function createPushSenders(
  { mode, dataDir, push: { fcm, apns } }: Config,
  log: Pick<Logger, "info">,
): PushSenders {
  const otherwise =
    mode === "embedded" ? createPushboxSender(join(dataDir, PUSHBOX_FOLDER), log) : null;
  return {
    FCM: fcm === null ? otherwise : createFcmSender(fcm),
    APNS: apns === null ? otherwise : createApnsSender(apns.account, apns.origin),
  };
}
