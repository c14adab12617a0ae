import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import type { NotificationPreferences } from "../../rules/notifications/judge-notification.ts";
import { clockNow } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Mutes a category for a user. Other preferences stay as they are, or get the defaults. Does nothing if the user does
 * not exist. One statement.
 */
export async function muteCategory(
  tx: Tx,
  { userId, category }: Muting,
  { pushEnabled, mailEnabled, quietHours }: NotificationPreferences,
): Promise<void> {
  const { fromMinute = null, untilMinute = null } = quietHours ?? {};
  const chosen = tables(tx)
    .selectFrom("appUser")
    .select("id")
    .select(({ val }) => [
      val([category]).as("mutedCategories"),
      val(pushEnabled).as("pushEnabled"),
      val(mailEnabled).as("mailEnabled"),
      val(fromMinute).as("quietFromMinute"),
      val(untilMinute).as("quietUntilMinute"),
      clockNow.as("updatedAt"),
    ])
    .where("id", "=", userId);
  await tables(tx)
    .insertInto("notificationPreference")
    .columns(COLUMNS)
    .expression(chosen)
    .onConflict((on) =>
      on
        .column("userId")
        .doUpdateSet(({ ref, fn, val }) => ({
          updatedAt: ref("excluded.updatedAt"),
          mutedCategories: fn<NotificationCategory[]>("array_append", [
            "notificationPreference.mutedCategories",
            val(category),
          ]),
        }))
        .where(({ eb, fn, val }) =>
          eb(
            val<string>(category),
            "<>",
            fn<string>("all", ["notificationPreference.mutedCategories"]),
          ),
        ),
    )
    .execute();
}

/** A category to add to a user's preferences. */
export interface Muting {
  readonly userId: string;
  readonly category: NotificationCategory;
}

const COLUMNS = [
  "userId",
  "mutedCategories",
  "pushEnabled",
  "mailEnabled",
  "quietFromMinute",
  "quietUntilMinute",
  "updatedAt",
] as const;
