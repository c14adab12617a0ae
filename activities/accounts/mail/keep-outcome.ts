import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { EmailStatus } from "../../../contract/outbox/email-vocabulary.ts";
import { transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import type { LeasedRow } from "../../../db/outbox/lease-rows.ts";
import { saveEmailTry } from "../../../db/outbox/insert-emails.ts";
import { judgeDelivery } from "../../../rules/outbox/judge-delivery.ts";
import type { Mailer } from "./mailer.ts";
import { refusalOf } from "./refusal-of.ts";

/**
 * Sends the e-mail of an event and stores the outcome (docs/rooms/storage.md#e-mails): sent, or not sent because
 * there is no recipient. If the mail server refuses the address permanently, the e-mail is not retried. Any other
 * failure is stored with its code and thrown; after the last attempt it is stored as final.
 */
export async function keepOutcome(
  { em, mailer, failed }: OutcomeDeps,
  { eventId, consumer, attempts: earlier }: MailedRow,
  mail: (mailer: Mailer) => Promise<void>,
): Promise<void> {
  const attempts = earlier + 1;
  const save = (status: EmailStatus, failureCode: string | null) =>
    transact(em, async (tx) => {
      const hasFailed = await saveEmailTry(tx, { eventId, status, failureCode, attempts });
      if (hasFailed) await failed?.(tx);
    });
  const sent: string[] = [];
  const refused: string[] = [];
  const watched: Mailer = {
    async send(message) {
      try {
        await mailer.send(message);
        sent.push(message.messageId);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        refused.push(refusal);
      }
    },
  };
  try {
    await mail(watched);
  } catch (error) {
    const failureClass = faultClassOf(error);
    const { kind } = judgeDelivery(consumer, earlier, { kind: "FAULT", failureClass });
    await save(kind === "DEAD" ? "FAILED" : "PENDING", failureClass);
    throw error;
  }
  const [refusal = null] = refused;
  if (refusal !== null) await save("FAILED", refusal);
  else await save(sent.length > 0 ? "SENT" : "NOT_SENT", null);
}

/** The mailer, and the database that stores the outcome of each e-mail. */
export interface OutcomeDeps {
  readonly em: SqlEntityManager;
  readonly mailer: Mailer;
  /** Runs in the transaction that stores a final failure; not again if another attempt fails as well. */
  readonly failed?: (tx: Tx) => Promise<void>;
}

/** The outbox row of an event that is mailed. */
export type MailedRow = Pick<LeasedRow, "eventId" | "consumer" | "attempts">;
