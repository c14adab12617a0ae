import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { PostgresPlace } from "../../postgres/postgres-place.ts";
import type { Member } from "./member.ts";

/**
 * Refuses a copy of the primary that cannot fit. Without it each attempt would read the whole primary, only to fail when
 * the disk is full again.
 *
 * @throws Error with both sizes. It is a lower bound: the log that is written meanwhile comes on top.
 */
export async function requireSpace(
  { directory }: Pick<PostgresPlace, "directory">,
  primary: Pick<Member, "ask">,
): Promise<void> {
  const [row] = await primary.ask(
    "select sum(pg_database_size(oid))::text as size from pg_database",
  );
  const needed = COPIES * Number(row?.["size"] ?? 0);
  const { bavail, bsize } = await statfs(dirname(directory));
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Error(
    `A copy of the primary needs ${inMegabytes(needed)} MB, and the disk of ${directory} has ${inMegabytes(free)} MB.`,
  );
}

/** The archive and its unpacked files exist at the same time. */
const COPIES = 2;

const inMegabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
