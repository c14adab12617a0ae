import { readUserNotifications } from "../../activities/notifications/read-user-notifications.ts";
import {
  explainQuerySchema,
  notificationExplanationSchema,
  notificationPageSchema,
  recipientParamsSchema,
} from "../../contract/notifications/schema.ts";
import { pageQuerySchema } from "../../contract/wire.ts";
import { findNotification, findReader, listNotifications } from "../../db/notifications/queries.ts";
import { categoriesOf } from "../../rules/notifications/categories-of.ts";
import { explainNotification } from "../../rules/notifications/explain-notification.ts";
import { principalOf } from "../guard/principal-of.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { idAfter, idPage } from "../id-page.ts";
import { presentNotification } from "./present.ts";

const source = "docs/rooms/notifications.md#policy";

/** The decisions for one of a person's two roles. */
function listRoute(part: "client" | "coach"): Endpoint {
  const audience = part === "client" ? "CLIENT" : "COACH";
  return read({
    method: "GET",
    path: `/api/v1/${part}/notifications`,
    name: part === "client" ? "listClientNotifications" : "listCoachNotifications",
    summary: "Decisions about your notifications, sent or not, with the reason, newest first",
    source,
    access: part,
    query: pageQuerySchema,
    answer: notificationPageSchema,
    handle: async ({ em, granted, query, deps }) => {
      const { userId } = granted.caller;
      const list = { deps, scope: `notifications:${userId}:${part}` };
      const categories = categoriesOf(audience);
      const page = { afterId: idAfter(list, query.cursor), limit: query.limit };
      const found = await listNotifications(em, { userId, categories, ...page });
      const { rows, nextCursor } = idPage(list, found, query.limit);
      const { locale } = await findReader(em, userId, audience);
      return { items: rows.map((row) => presentNotification(row, locale)), nextCursor };
    },
  });
}

/** Why one of them was sent or not. */
function explainRoute(part: "client" | "coach"): Endpoint {
  const audience = part === "client" ? "CLIENT" : "COACH";
  return read({
    method: "GET",
    path: `/api/v1/${part}/notifications/explain`,
    name: part === "client" ? "explainClientNotification" : "explainCoachNotification",
    summary: "Explain why you were notified, or were not",
    source,
    access: part,
    query: explainQuerySchema,
    answer: notificationExplanationSchema,
    handle: async ({ em, granted, query }) => {
      const { userId } = granted.caller;
      const { localDate = null, ...occasion } = query;
      const { locale } = await findReader(em, userId, audience);
      const isOffered = categoriesOf(audience).includes(query.category);
      const row = isOffered ? await findNotification(em, { userId, localDate, ...occasion }) : null;
      return {
        explanation: explainNotification(row, locale),
        notification: row === null ? null : presentNotification(row, locale),
      };
    },
  });
}

const supportList = act({
  method: "GET",
  path: "/api/v1/support/users/{userId}/notifications",
  name: "listUserNotifications",
  summary: "Decisions about a user's notifications, with the reasons; needs a reason, audited",
  source: "docs/rooms/wire.md#support-access",
  access: "support",
  permission: "notifications.read",
  needsReason: true,
  params: recipientParamsSchema,
  query: pageQuerySchema,
  answer: notificationPageSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, params, query, request, deps }) => {
    const { userId } = params;
    const { role, reason } = granted;
    const actor = principalOf(granted, request, deps).key;
    const list = { deps, scope: `support-notifications:${userId}` };
    const page = { afterId: idAfter(list, query.cursor), limit: query.limit };
    const reading = { userId, actor, role, reason: reason ?? "", ...page };
    const found = await readUserNotifications(tx, reading);
    const { rows, nextCursor } = idPage(list, found, query.limit);
    return { items: rows.map((row) => presentNotification(row, null)), nextCursor };
  },
});

/** Routes of notification decisions. */
export const notificationEndpoints: readonly Endpoint[] = [
  listRoute("client"),
  explainRoute("client"),
  listRoute("coach"),
  explainRoute("coach"),
  supportList,
];
