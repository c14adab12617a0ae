import type { World } from "../world.ts";

/** An entry that the server has decided is never shown as one that was not sent. */
export async function brokenTries({ phone, server }: World): Promise<string[]> {
  const unsent = await phone.rows(
    "select client_operation_id as id from sync_operation where status = 'QUEUED' and sent_at is null",
  );
  return unsent.flatMap(({ id }) =>
    server.witness.verdictsOn(String(id)).some(({ epoch }) => epoch === server.epoch)
      ? [`${String(id)} is shown as not sent`]
      : [],
  );
}
