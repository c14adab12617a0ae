import { sql } from "kysely";
import type { NotificationPreferences } from "../../rules/notifications/judge-notification.ts";
import type { Tx } from "../transact.ts";

/** Keeps what a person chose, in place of what was chosen before. */
export async function writePreference(
  tx: Tx,
  userId: string,
  { mutedCategories, pushEnabled, mailEnabled, quietHours }: NotificationPreferences,
): Promise<void> {
  await sql`
    insert into notification_preference (user_id, muted_categories, push_enabled, mail_enabled,
                                         quiet_from_minute, quiet_until_minute, updated_at)
    values (${userId}, ${mutedCategories}::text[], ${pushEnabled}, ${mailEnabled},
            ${quietHours?.fromMinute ?? null}, ${quietHours?.untilMinute ?? null}, clock_now())
    on conflict (user_id) do update
       set muted_categories = excluded.muted_categories, push_enabled = excluded.push_enabled,
           mail_enabled = excluded.mail_enabled, quiet_from_minute = excluded.quiet_from_minute,
           quiet_until_minute = excluded.quiet_until_minute, updated_at = excluded.updated_at
  `.execute(tx.getKysely());
}
