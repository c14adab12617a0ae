import type { Client } from "pg";
import { copyRows, idOf } from "../phones/copy-rows.ts";

/** Days before the present one that each client gets, so that both spans of adherence are full. */
const PAST_DAYS = 34;

/** Gives every client what the roster reads: closed days, an onboarding, and a phone that reported its outbox. */
export async function fillRoster(database: Client): Promise<void> {
  await copyRows(database, {
    table: "agenda_day",
    changed: (column) => CLOSED_DAY[column],
    from: `from agenda_day one
      join relationship_calendar calendar using (relationship_id, local_date)
      cross join generate_series(1, ${PAST_DAYS}) nth on conflict do nothing`,
  });
  await copyRows(database, {
    table: "onboarding_instance",
    changed: (column) => ({ id: INSTANCE, relationship_id: "client.id" })[column],
    from: `from (select * from onboarding_instance limit 1) one
      cross join relationship client on conflict do nothing`,
  });
  await copyRows(database, {
    table: "onboarding_task",
    changed: (column) => ({ id: idOf("one.id::text || client.id"), instance_id: INSTANCE })[column],
    from: `from (select task.* from onboarding_task task limit 2) one
      cross join relationship client
      where exists (select from onboarding_instance made where made.id = ${INSTANCE})
      on conflict do nothing`,
  });
  await copyRows(database, {
    table: "device_seen",
    changed: (column) => SEEN[column],
    from: `from device
      cross join (select (jsonb_populate_record(null::device_seen, '{}')).*) one
      on conflict do nothing`,
  });
  await database.query("vacuum analyze");
}

const INSTANCE = idOf("'onboarding' || client.id");

/** Columns in which a past day differs from the present one. */
const CLOSED_DAY: Readonly<Record<string, string>> = {
  local_date: "one.local_date - nth",
  closed_at: "clock_now()",
  ends_at: "clock_now()",
  closes_at: "clock_now()",
  look_at: "null",
  counted_count: "one.task_count",
  adherence_score: "one.task_count * (nth % 4) / 4.0",
};

const SEEN: Readonly<Record<string, string>> = {
  device_id: "device.id",
  last_sync_at: "clock_now()",
  outbox_depth: "3",
  outbox_rejected: "1",
  outbox_conflicted: "0",
  outbox_reported_at: "clock_now()",
};
