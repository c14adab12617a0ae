import type { components } from "../../api/routes.d.ts";

/**
 * Why somebody was notified, or was not: the name of a sentence and the instant in it. The order is that of the API's
 * own explanation, so that both say the same.
 */
export function whyOf(notification: JudgedNotification): Why {
  const { outcome, reason, deliverAfter, deliveries } = notification;
  const [sent] = deliveries
    .filter(({ sentAt }) => sentAt !== null)
    .toSorted((one, other) => String(one.sentAt).localeCompare(String(other.sentAt)));
  if (sent !== undefined)
    return { kind: sent.channel === "PUSH" ? "SENT_PUSH" : "SENT_MAIL", at: sent.sentAt };
  if (outcome === "SUPPRESS") return { kind: reason, at: null };
  if (outcome === "DEFER" && deliverAfter !== null)
    return { kind: reason === "SENT_TOGETHER" ? "GATHERING" : "WAITING", at: deliverAfter };
  if (deliveries.length > 0 && deliveries.every(({ status }) => status === "FAILED"))
    return { kind: "FAILED", at: null };
  return { kind: "UNDER_WAY", at: null };
}

/** A sentence of the page, or the API's reason why nothing was sent. */
export interface Why {
  readonly kind: string;
  readonly at: string | null;
}

type JudgedNotification = Pick<
  components["schemas"]["Notification"],
  "deliverAfter" | "outcome" | "reason"
> & {
  readonly deliveries: readonly Pick<
    components["schemas"]["NotificationDelivery"],
    "channel" | "sentAt" | "status"
  >[];
};
