import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import type { ClaimedDelivery } from "../../db/notifications/write-deliveries.ts";
import { notificationEmail } from "../../rules/notifications/notification-text.ts";
import { unsubscribeUrl } from "../../rules/notifications/unsubscribe-token.ts";
import type { Mailer } from "../accounts/mail/mailer.ts";
import { refusalOf } from "../accounts/mail/refusal-of.ts";
import type { WayEnd } from "./delivery-try.ts";
import type { PreparedDeliveries } from "./prepare-deliveries.ts";

/** Mails a notification to the account's present, verified address. */
export async function mailNotification(
  { mailer, links }: Mailing,
  { notification, context, waitingCount }: PreparedDeliveries,
  { id: messageId }: ClaimedDelivery,
): Promise<WayEnd> {
  const { email: to } = context;
  if (to === null) return { status: "FAILED", failureCode: "NO_ADDRESS" };
  try {
    const { category, recipientUserId: userId } = notification;
    const { publicUrl } = links;
    const workspaceId = workspaceOf({ notification, context });
    const content = notificationEmail(category, {
      ...context,
      workspaceId,
      waitingCount,
      publicUrl,
    });
    const link = NOTIFICATIONS[category].unsubscribes && {
      unsubscribeUrl: await unsubscribeUrl(links, { userId, category }),
    };
    await mailer.send({ to, ...content, ...link, messageId });
    return { status: "SENT", failureCode: null };
  } catch (error) {
    const code = refusalOf(error);
    if (code === null) throw error;
    return { status: "FAILED", failureCode: code };
  }
}

/** The workspace that a notification is about: that of its relationship or its invitations, or the digest's own. */
function workspaceOf({
  notification: { category, subjectId },
  context: { workspaceId, invitations },
}: Pick<PreparedDeliveries, "notification" | "context">): string | null {
  if (category === "INBOX_DIGEST") return subjectId;
  const [invited, ...others] = new Set(invitations.map((one) => one.workspaceId));
  return others.length > 0 ? null : (invited ?? workspaceId);
}

/** Dependencies of mailing: the mailer, and the unsubscribe links. */
export interface Mailing {
  readonly mailer: Mailer;
  readonly links: { readonly key: Uint8Array; readonly publicUrl: string };
}
