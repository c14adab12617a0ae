import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import type { ClaimedDelivery } from "../../db/notifications/write-deliveries.ts";
import { notificationText } from "../../rules/notifications/notification-text.ts";
import type { WayEnd } from "./delivery-try.ts";
import type { PreparedDeliveries } from "./prepare-deliveries.ts";
import type { PushAnswer, PushMessage, PushSenders } from "./push/push-sender.ts";

/** Sends a notification to the provider of a push token. */
export async function pushNotification(
  senders: PushSenders,
  prepared: PreparedDeliveries,
  delivery: ClaimedDelivery,
): Promise<WayEnd> {
  const { token, provider, surface } = delivery;
  if (token === null || provider === null || surface === null) return failed("TOKEN_RETIRED");
  const sender = senders[provider];
  if (sender === null) return failed("PROVIDER_NOT_SET_UP");
  const message = pushMessage(prepared, { token, surface, pushId: delivery.id });
  return readAnswer(await sender.send(message));
}

/** Generic text, and the ids that the app opens; the same content for every provider. */
function pushMessage(
  { notification, context, badge, waitingCount }: PreparedDeliveries,
  target: Pick<PushMessage, "token" | "surface" | "pushId">,
): PushMessage {
  const { id: notificationId, category, subjectId, relationshipId } = notification;
  const content = { notificationId, category, subjectId };
  return {
    ...target,
    ...notificationText(category, context.locale, waitingCount),
    badge,
    collapseKey: notificationId,
    severity: NOTIFICATIONS[category].severity,
    content: relationshipId === null ? content : { ...content, relationshipId },
  };
}

function readAnswer(answer: PushAnswer): WayEnd {
  switch (answer.kind) {
    case "SENT":
      return { status: "SENT", failureCode: null };
    case "TOKEN_DEAD":
      return { ...failed(answer.code), tokenRejected: true };
    case "REFUSED":
      return failed(answer.code);
    case "LATER": {
      const { code: failureCode, retryAfterSeconds } = answer;
      return { status: "PENDING", failureCode, retryAfterSeconds };
    }
  }
}

function failed(failureCode: string): WayEnd {
  return { status: "FAILED", failureCode };
}
