import { LockMode } from "@mikro-orm/postgresql";
import type { LicenceVerdict } from "../../../contract/exercises/image-vocabulary.ts";
import type { LibrarySource } from "../../../contract/exercises/library-schema.ts";
import { newId } from "../../platform/new-id.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { LicenceDecision } from "./licence-decision.ts";
import { LicenceSource } from "./licence-source.ts";

/** Replaces the verdict, and adds it to the history. */
export async function writeVerdict(tx: Tx, source: LicenceSource, made: NewVerdict): Promise<void> {
  const { verdict, reason, decidedBy, now } = made;
  tx.assign(source, {
    verdict,
    revision: source.revision + 1,
    decidedBy,
    decidedAt: now,
    updatedAt: now,
  });
  tx.create(LicenceDecision, {
    id: newId(),
    sourceKey: source.key,
    verdict,
    reason,
    decidedBy,
    decidedAt: now,
  });
  await tx.flush();
}

/** A source, locked until the transaction ends; null if there is none. */
export async function lockLicenceSource(tx: Tx, key: string): Promise<LicenceSource | null> {
  return await tx.findOne(LicenceSource, { key }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Stores a source's own description; its verdict stays, and a new source is HELD. */
export async function keepLicenceSource(tx: Tx, source: LibrarySource, now: Date): Promise<void> {
  await tables(tx)
    .insertInto("licenceSource")
    .values({
      ...source,
      verdict: "HELD",
      revision: 1,
      decidedBy: null,
      decidedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((clash) => clash.column("key").doUpdateSet({ ...source, updatedAt: now }))
    .execute();
}

/** A verdict on a source, and who decided it. */
export interface NewVerdict {
  readonly verdict: LicenceVerdict;
  readonly reason: string;
  readonly decidedBy: string;
  readonly now: Date;
}
