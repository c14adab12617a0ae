import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import type { ClientOnPhone } from "./chapters/client-chapters.ts";
import { type Outbox, outboxHealthOf, submitOutbox } from "./phone.ts";

/** The batch of a phone's waiting operations. */
export function syncRequest({ client, outbox }: SendingPhone) {
  return {
    method: "POST",
    path: `/api/v1/coach-client-relationships/${client.relationshipId}/sync`,
    token: client.token,
    body: {
      deviceId: client.deviceId,
      clientSentAt: new Date().toISOString(),
      outbox: outboxHealthOf(outbox),
      operations: submitOutbox(outbox).operations,
    },
    answer: syncAnswerSchema,
  } as const;
}

/** A phone with waiting operations. */
export interface SendingPhone {
  readonly client: ClientOnPhone;
  readonly outbox: Outbox;
}
