import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { MediaType, UploadPurpose } from "../../../contract/media/vocabulary.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { instantText } from "../../platform/statements/sql-parts.ts";
import { zoneNow } from "../../relationships/zone-now.ts";
import { tables } from "../../tables.ts";

/** Selects a page of a client's files. */
export interface ClientFilesPage {
  readonly relationshipId: string;
  readonly contentTypes: readonly MediaType[];
  readonly purposes: readonly UploadPurpose[];
  readonly afterId: string | null;
  readonly limit: number;
}

/** A file of a client that an accepted operation has; the instant is RFC 3339. */
export type ClientFileRow = Awaited<ReturnType<typeof listClientFiles>>[number];

/** Files of a client, newest first; one more shows that there is a next page. One statement. */
export async function listClientFiles(
  em: SqlEntityManager,
  { relationshipId, contentTypes, purposes, afterId, limit }: ClientFilesPage,
) {
  const files = tables(em)
    .selectFrom("media")
    .innerJoin("relationship as r", "r.id", "media.relationshipId")
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("operationAttachment as attachment")
          .select("attachment.purpose")
          .whereRef("attachment.mediaId", "=", "media.id")
          .where("attachment.receiptId", "is not", null)
          .where("attachment.purpose", "=", sql<UploadPurpose>`any(${[...purposes]}::text[])`)
          .orderBy("attachment.createdAt")
          .limit(1)
          .as("attached"),
      (join) => join.onTrue(),
    )
    .select(["media.id", "media.ownerUserId", "media.contentType", "media.sizeBytes"])
    .select("attached.purpose")
    .select(({ ref }) => [
      instantText(ref("media.createdAt")).as("createdAt"),
      sql<string>`(media.created_at at time zone ${zoneNow("r")})::date`.as("localDate"),
    ])
    .where("media.relationshipId", "=", relationshipId)
    .where("media.status", "=", "READY")
    .where("media.contentType", "=", sql<MediaType>`any(${[...contentTypes]}::text[])`)
    .where(({ eb, cast, or, val }) => {
      const after = cast<string>(val(afterId), "uuid");
      return or([eb(after, "is", null), eb("media.id", "<", after)]);
    })
    .orderBy("media.id", "desc")
    .limit(limit + 1);
  return await runNamed(em, "client-files", files);
}
