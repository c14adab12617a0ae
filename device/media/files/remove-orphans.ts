import type { Ports } from "../../ports/ports.ts";
import { textIn } from "../../store/columns.ts";
import { mediaIdOf } from "./media-id-of.ts";

/**
 * Removes stored parts without a row: those of deleted media, and those that a kill left while a file was stored. A row
 * exists before the first part is written, so that a file that is being stored is never removed.
 */
export async function removeOrphans({ files, sql }: Ports): Promise<void> {
  if (files === undefined) return;
  const names = await files.names();
  const rows = await sql.read({ sql: "select media_id from media" });
  const known = new Set(rows.map((row) => textIn(row, "media_id")));
  for (const name of names) if (!known.has(mediaIdOf(name))) await files.remove(name);
}
