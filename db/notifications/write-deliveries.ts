import { sql } from "kysely";
import type {
  DeliveryStatus,
  NotificationChannel,
  PushProvider,
} from "../../contract/notifications/vocabulary.ts";
import type { DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import { newId } from "../new-id.ts";
import type { Tx } from "../transact.ts";

/** A way to one place, and how far it came. */
export interface DeliveryState {
  readonly id: string;
  readonly channel: NotificationChannel;
  readonly status: DeliveryStatus;
  /** Until its next try is due. */
  readonly waitMs: number;
}

/** How the deliveries of a decision stand. */
export async function listDeliveryStates(
  tx: Tx,
  notificationId: string,
): Promise<readonly DeliveryState[]> {
  const { rows } = await sql<DeliveryState>`
    select id, channel, status,
           greatest(extract(epoch from next_attempt_at - clock_now()) * 1000, 0)::float8 as "waitMs"
      from notification_delivery where notification_id = ${notificationId}
  `.execute(tx.getKysely());
  return rows;
}

/** Begins a delivery to each push token that leads to the recipient in this app. */
export async function addPushDeliveries(
  tx: Tx,
  to: {
    readonly notificationId: string;
    readonly userId: string;
    readonly surface: DeviceSurface;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    insert into notification_delivery
      (id, notification_id, channel, target_id, status, attempts, created_at, next_attempt_at)
    select newId(), ${to.notificationId}, 'PUSH', t.id, 'PENDING', 0, ${to.now}, ${to.now}
      from push_token t join app_session s on s.id = t.app_session_id
     where t.user_id = ${to.userId} and t.surface = ${to.surface} and t.status = 'ACTIVE'
       and s.revoked_at is null
    on conflict (notification_id, channel, target_id) do nothing
  `.execute(tx.getKysely());
}

/** Begins the delivery by mail; the recipient stands for the address. */
export async function addMailDelivery(
  tx: Tx,
  to: { readonly notificationId: string; readonly userId: string; readonly now: Date },
): Promise<void> {
  await sql`
    insert into notification_delivery
      (id, notification_id, channel, target_id, status, attempts, created_at, next_attempt_at)
    values (${newId()}, ${to.notificationId}, 'MAIL', ${to.userId}, 'PENDING', 0, ${to.now},
            ${to.now})
    on conflict (notification_id, channel, target_id) do nothing
  `.execute(tx.getKysely());
}

/** A delivery that this process may try now. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly channel: NotificationChannel;
  readonly targetId: string;
  readonly provider: PushProvider | null;
  readonly surface: DeviceSurface | null;
  /** Null for mail, and for a token that was retired meanwhile. */
  readonly token: string | null;
}

/** A try that nobody ended in this time may be begun anew by another process. */
const CLAIM_SECONDS = 30;

/** Takes the pending deliveries whose next try is due; nobody else tries them for a while. */
export async function claimDeliveries(
  tx: Tx,
  notificationId: string,
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with claimed as (
      update notification_delivery
         set attempts = attempts + 1,
             next_attempt_at = clock_now() + make_interval(secs => ${CLAIM_SECONDS})
       where notification_id = ${notificationId} and status = 'PENDING'
         and next_attempt_at <= clock_now()
      returning id, channel, target_id)
    select c.id, c.channel, c.target_id as "targetId", t.provider, t.surface,
           case when s.revoked_at is null then t.token end as token
      from claimed c
      left join push_token t on t.id = c.target_id and c.channel = 'PUSH'
      left join app_session s on s.id = t.app_session_id
     order by c.id
  `.execute(tx.getKysely());
  return rows;
}

/** How one try ended; PENDING is tried again, not before the given time. */
export interface DeliveryResult {
  readonly id: string;
  readonly status: Extract<DeliveryStatus, "PENDING" | "SENT" | "FAILED">;
  readonly failureCode: string | null;
  /** Patience that the provider asked for. */
  readonly retryAfterSeconds: number;
}

/** Writes how tries ended; one that has ended otherwise meanwhile stays as it is. */
export async function writeDeliveryResults(
  tx: Tx,
  results: readonly DeliveryResult[],
): Promise<void> {
  await sql`
    update notification_delivery d
       set status = result.status, failure_code = result."failureCode",
           next_attempt_at = clock_now() + make_interval(secs => result."retryAfterSeconds"),
           sent_at = case when result.status = 'SENT' then clock_now() end
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result (
        id uuid, status text, "failureCode" text, "retryAfterSeconds" float8)
     where d.id = result.id and d.status = 'PENDING'
  `.execute(tx.getKysely());
}

/** Gives up what was not sent yet, since the decision no longer stands. */
export async function withdrawDeliveries(
  tx: Tx,
  withdrawal: { readonly notificationId: string; readonly code: string },
): Promise<void> {
  await sql`
    update notification_delivery set status = 'WITHDRAWN', failure_code = ${withdrawal.code}
     where notification_id = ${withdrawal.notificationId} and status = 'PENDING'
  `.execute(tx.getKysely());
}
