import { json } from "../../platform/statements/sql-parts.ts";
import { newId } from "../../platform/new-id.ts";
import { sortedBy } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { LibraryAsset } from "./library-asset.ts";
import type { LibraryItem } from "./library-item.ts";

/** An item from an import. */
export type NewLibraryItem = Omit<LibraryItem, "id">;
/** A picture from an import, by the item's id at its source. */
export type NewLibraryAsset = Omit<LibraryAsset, "id" | "itemId"> & { readonly sourceId: string };

/** A file's picture in one width. */
export interface NewRendition {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Rows per statement: PostgreSQL allows 65,535 parameters. */
const SLICE = 500;
/** The same for pictures, whose statement then has a few megabytes. */
const RENDITIONS_SLICE = 50;

/** Stores items of a source, and returns their ids by their ids at the source. Unchanged rows are not written. */
export async function saveLibraryItems(
  tx: Tx,
  items: readonly NewLibraryItem[],
): Promise<ReadonlyMap<string, string>> {
  const sorted = sortedBy(items, ({ sourceKey, sourceId }) => `${sourceKey} ${sourceId}`);
  for (const inOrder of slicesOf(sorted, SLICE))
    await tables(tx)
      .insertInto("libraryItem")
      .values(inOrder.map((item) => ({ ...item, id: newId(), payload: json(item.payload) })))
      .onConflict((clash) =>
        clash
          .columns(["sourceKey", "sourceId"])
          .doUpdateSet(({ ref }) => ({
            name: ref("excluded.name"),
            equipment: ref("excluded.equipment"),
            primaryMuscles: ref("excluded.primaryMuscles"),
            secondaryMuscles: ref("excluded.secondaryMuscles"),
            category: ref("excluded.category"),
            payload: ref("excluded.payload"),
            itemHash: ref("excluded.itemHash"),
            importVersion: ref("excluded.importVersion"),
            importedAt: ref("excluded.importedAt"),
          }))
          .where((is) =>
            is.or([
              is("libraryItem.itemHash", "<>", is.ref("excluded.itemHash")),
              is("libraryItem.importVersion", "<>", is.ref("excluded.importVersion")),
            ]),
          ),
      )
      .execute();
  const keys = [...new Set(items.map(({ sourceKey }) => sourceKey))];
  const rows = await tables(tx)
    .selectFrom("libraryItem")
    .where("sourceKey", "in", keys)
    .select(["id", "sourceId"])
    .execute();
  return new Map(rows.map(({ id, sourceId }) => [sourceId, id]));
}

/** Stores pictures of items whose ids are known. Unchanged rows are not written. */
export async function saveLibraryAssets(
  tx: Tx,
  assets: readonly NewLibraryAsset[],
  itemIds: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = assets.flatMap(({ sourceId, ...asset }) => {
    const itemId = itemIds.get(sourceId);
    return itemId === undefined ? [] : [{ ...asset, itemId, id: newId() }];
  });
  const sorted = sortedBy(rows, ({ itemId, sourcePath }) => `${itemId} ${sourcePath}`);
  for (const inOrder of slicesOf(sorted, SLICE))
    await tables(tx)
      .insertInto("libraryAsset")
      .values(inOrder)
      .onConflict((clash) =>
        clash
          .columns(["itemId", "sourcePath"])
          .doUpdateSet(({ ref }) => ({
            position: ref("excluded.position"),
            sha256: ref("excluded.sha256"),
            sizeBytes: ref("excluded.sizeBytes"),
            width: ref("excluded.width"),
            height: ref("excluded.height"),
            sourceUrl: ref("excluded.sourceUrl"),
            importedAt: ref("excluded.importedAt"),
          }))
          .where((is) => is("libraryAsset.sha256", "<>", is.ref("excluded.sha256"))),
      )
      .execute();
}

/**
 * Stores the displayed forms of files; a known file is not written again. Ordered by hash: libraries of two sources
 * may share files, and no other lock separates their imports.
 */
export async function saveLibraryRenditions(
  tx: Tx,
  renditions: readonly NewRendition[],
): Promise<void> {
  const sorted = sortedBy(renditions, ({ sha256, width }) => `${sha256} ${width}`);
  for (const inOrder of slicesOf(sorted, RENDITIONS_SLICE))
    await tables(tx)
      .insertInto("libraryRendition")
      .values(inOrder.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })))
      .onConflict((clash) => clash.columns(["sha256", "width"]).doNothing())
      .execute();
}

function slicesOf<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
