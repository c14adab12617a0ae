import { Readable } from "node:stream";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { MEDIA_TYPES } from "../../contract/media/vocabulary.ts";
import { type ExportView, readExportedMedia, readParts } from "../../db/privacy/queries.ts";
import { exportDocument } from "../../rules/privacy/account-export.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { ArchivedFile } from "./zip-archive.ts";

/** The contents of an export's archive: its document, then the person's files, named by the ids in the document. */
export async function* archivedFiles(
  { em, userId, files }: Person,
  found: Pick<ExportView, "id" | "partCount"> & { readonly readyAt: Date },
): AsyncGenerator<ArchivedFile, void> {
  const { readyAt } = found;
  const document = exportDocument(readyAt, readParts(em, found));
  const open = () => Promise.resolve(Readable.from(bytesOf(document)));
  yield { name: "sideline-account.json", modifiedAt: readyAt, open };
  for await (const { id, contentType, createdAt, storageKey } of readExportedMedia(em, userId)) {
    const name = `media/${id}.${MEDIA_TYPES[contentType].ending}`;
    yield { name, modifiedAt: createdAt, open: () => files.read(storageKey, null) };
  }
}

/** The owner of the files, and their storage. */
interface Person {
  readonly em: SqlEntityManager;
  readonly userId: string;
  readonly files: ApiDeps["media"]["files"];
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const text of texts) yield Buffer.from(text);
}
