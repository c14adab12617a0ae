import { DEFAULT_DIGEST_HOUR } from "../../../contract/workspaces/vocabulary.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { jsonText } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Active workspaces by id after the given one, in the owner's zone until another is chosen. One statement. */
export async function listDigestPlaces(
  tx: Tx,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly DigestPlace[]> {
  const places = tables(tx)
    .selectFrom("coachWorkspace as w")
    .innerJoin("coachProfile as p", "p.userId", "w.ownerUserId")
    .leftJoin("inboxDigest as digest", "digest.workspaceId", "w.id")
    .select(["w.id as workspaceId", "digest.localDate as lastDate"])
    .select(({ cast, fn, ref, val }) => [
      fn.coalesce(jsonText(ref("w.settings"), "timezone"), "p.timezone").as("timezone"),
      fn
        .coalesce(
          cast<number | null>(jsonText(ref("w.settings"), "digestHour"), "integer"),
          cast<number>(val(DEFAULT_DIGEST_HOUR), "integer"),
        )
        .as("hour"),
    ])
    .where("w.status", "=", "ACTIVE")
    .where(({ cast, eb, or, val }) => {
      const last = cast<string | null>(val(after), "uuid");
      return or([eb(last, "is", null), eb("w.id", ">", last)]);
    })
    .orderBy("w.id")
    .limit(limit);
  return await runNamed(tx, "digest-places", places);
}

/** The workspace, hour and zone of a digest, and the local day of the last one. */
export interface DigestPlace {
  readonly workspaceId: string;
  readonly timezone: string;
  readonly hour: number;
  readonly lastDate: string | null;
}

/** Claims the digest of a local day; true for the first caller. */
export async function claimDigest(
  tx: Tx,
  {
    workspaceId,
    localDate,
    now,
  }: {
    readonly workspaceId: string;
    readonly localDate: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const claimed = await tables(tx)
    .insertInto("inboxDigest")
    .values({ workspaceId, localDate, decidedAt: now })
    .onConflict((conflict) =>
      conflict
        .column("workspaceId")
        .doUpdateSet({ localDate, decidedAt: now })
        .where("inboxDigest.localDate", "<", localDate),
    )
    .returning("workspaceId")
    .executeTakeFirst();
  return claimed !== undefined;
}
