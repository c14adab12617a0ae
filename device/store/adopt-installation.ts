import { INSTALLATION, REGISTRATION_ATTEMPT } from "./names.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Compares the installation ids of the database and the vault. A phone's backup contains the database but never the
 * vault. If they differ, this database is a copy, and its original may still be in use.
 *
 * The server treats the registrations of one installation as one lineage, within which an operation id counts once and
 * receipts form a chain (docs/rooms/sync.md#devices). Two phones in one lineage would each see the other's operations
 * as its own. A copy is therefore a new installation: it drops the device and any pending registration, and registers
 * again. It keeps every operation id, so that each readable operation is sent once.
 */
export async function adoptInstallation({ sql, vault, random }: StorePorts): Promise<void> {
  const [row] = await sql.read({ sql: KNOWN });
  const known = await vault.read(INSTALLATION);
  if (row === undefined || row["installation_id"] === known) return;
  const installationId = known ?? random.uuid();
  // The vault is written first: after a kill the ids still differ, and the copy is detected again.
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

/** Registration status of a copy that has not registered again. */
export const COPIED = "REGISTER";

/** An unused database is not a copy: its first start was killed before the vault got its id. */
const KNOWN = `
  select installation_id, (device_id is not null or user_id is not null
    or exists (select 1 from sync_operation)) as used
  from device_metadata`;
