import { z } from "zod";
import { unsubscribe } from "../../activities/notifications/unsubscribe.ts";
import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import { NOTIFICATION_CATEGORIES } from "../../contract/notifications/vocabulary.ts";
import { idSchema } from "../../contract/wire.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { unmanaged, type Endpoint } from "../endpoint.ts";

const BODY_LIMIT = 1_024;

const UNSUBSCRIBABLE = NOTIFICATION_CATEGORIES.filter((name) => NOTIFICATIONS[name].unsubscribes);

/** The route that mail programs call for one-click unsubscription. */
export const unsubscribeEndpoint: Endpoint = unmanaged({
  method: "POST",
  path: "/api/v1/notifications/unsubscribe",
  name: "unsubscribeFromMail",
  summary: "Unsubscribe the recipient of an e-mail; needs only its token; repeatable",
  source: "RFC 8058, docs/rooms/inbox.md#notifications",
  access: "anonymous",
  query: z.strictObject({
    userId: idSchema,
    category: z.enum(UNSUBSCRIBABLE),
    token: z.string().min(1).max(64),
  }),
  bodyType: "form",
  bodyLimit: BODY_LIMIT,
  body: z.strictObject({ "List-Unsubscribe": z.literal("One-Click") }).meta({
    id: "OneClickUnsubscribe",
    description: "Body sent by mail programs (RFC 8058).",
  }),
  answer: z
    .strictObject({ category: z.enum(UNSUBSCRIBABLE) })
    .meta({ id: "Unsubscribed", description: "Notifications that the recipient no longer gets." }),
  refusals: ["NOT_FOUND"],
  handle: async ({ query, deps: { database, keys } }) => {
    await transact(database.em, (tx) => unsubscribe(tx, query, keys.invitation));
    return { category: query.category };
  },
});
