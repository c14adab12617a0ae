import { sql } from "kysely";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import type { NotificationPreferences } from "../../rules/notifications/judge-notification.ts";
import type { Tx } from "../transact.ts";

/** What is added to the preferences of a person. */
export interface Muting {
  readonly userId: string;
  readonly category: NotificationCategory;
}

/**
 * Adds a category to what a person does not want to hear of; the rest stays as they chose it, or is as for who never
 * chose. Nothing for nobody. One statement.
 */
export async function muteCategory(
  tx: Tx,
  { userId, category }: Muting,
  { pushEnabled, mailEnabled, quietHours }: NotificationPreferences,
): Promise<void> {
  const { fromMinute = null, untilMinute = null } = quietHours ?? {};
  await sql`
    insert into notification_preference as chosen (user_id, muted_categories, push_enabled,
      mail_enabled, quiet_from_minute, quiet_until_minute, updated_at)
    select id, array[${category}::text], ${pushEnabled}::boolean, ${mailEnabled}::boolean,
      ${fromMinute}::int, ${untilMinute}::int, clock_now()
    from app_user where id = ${userId}
    on conflict (user_id) do update set updated_at = excluded.updated_at,
      muted_categories = array_append(chosen.muted_categories, ${category}::text)
    where not ${category}::text = any(chosen.muted_categories)
  `.execute(tx.getKysely());
}
