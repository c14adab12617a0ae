import type { StorePorts } from "./store-ports.ts";

/** Name of the installation id in the vault. */
export const INSTALLATION = "installation";

/** Key in `cache_metadata` of a registration under way: the answer that it may get names the copied installation. */
export const REGISTRATION_ATTEMPT = "registration";

/**
 * Compares the installation id of the database with the one of the vault. A database travels in the backup of a phone;
 * the vault never does. If they differ, this database is a copy, and its original may still be in use elsewhere.
 *
 * The service knows the registrations of one installation as one lineage, within which an operation id counts once
 * and receipts form a chain (docs/rooms/sync.md#devices). Two phones in one lineage would each see the other's
 * operations as its own. A copy is therefore a new installation: it forgets the device and any registration under
 * way, and registers anew. It keeps every operation with its id, so that whatever it can still read is sent once.
 */
export async function adoptInstallation({ sql, vault, random }: StorePorts): Promise<void> {
  const [row] = await sql.read({ sql: KNOWN });
  const known = await vault.read(INSTALLATION);
  if (row === undefined || row["installation_id"] === known) return;
  const installationId = known ?? random.uuid();
  // The vault comes first: after a kill, the database still differs and is recognised again.
  if (known === null) await vault.write(INSTALLATION, installationId);
  await sql.write([
    {
      sql: `update device_metadata set installation_id = ?, device_id = null,
        registration_status = case when ? then ? else registration_status end`,
      params: [installationId, row["used"] ?? 0, COPIED],
      changes: 1,
    },
    { sql: "delete from cache_metadata where key = ?", params: [REGISTRATION_ATTEMPT] },
  ]);
}

/** Registration status of a copy that has not registered anew. */
export const COPIED = "REGISTER";

/** An unused database is none that was copied: its first start was killed before the vault had its id. */
const KNOWN = `
  select installation_id, (device_id is not null or user_id is not null
    or exists (select 1 from sync_operation)) as used
  from device_metadata`;
