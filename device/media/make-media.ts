import { inOrder } from "../in-order.ts";
import type { PartContext } from "../parts/part-context.ts";
import { attachFile } from "./acts/attach-file.ts";
import { removeFile } from "./acts/remove-file.ts";
import { replaceFile } from "./acts/replace-file.ts";
import { pruneMedia } from "./files/prune-media.ts";
import { partCount, readPart } from "./files/sealed-parts.ts";
import { findMedia, listMedia, type MediaRow } from "./media-row.ts";
import { allowedNetworks, allowStatement } from "./sending/may-transfer.ts";
import { runSending } from "./sending/run-sending.ts";
import type { MediaFile, MediaPart } from "./types.ts";

/**
 * The files of a scope. Loading it deletes what a killed process left, and continues interrupted uploads.
 *
 * @throws if the app supplies no port `files`.
 */
export async function makeMedia(context: PartContext): Promise<MediaPart> {
  const { core, scopeId, row } = context;
  const { files, sql } = core.ports;
  if (files === undefined) throw new Error("Attaching files needs the port `files`");
  const oneAct = inOrder();
  // If the database fails here, the next start deletes what is left.
  await pruneMedia(core.ports, scopeId).catch(() => null);
  const sending = runSending(context, files);
  void sending.run().catch(() => null);
  const inScope = async () => ({ core, files, scope: await row() });

  return {
    attach: async (file) => await oneAct(async () => await attachFile(await inScope(), file)),
    async files() {
      await row();
      return (await listMedia(sql, scopeId)).map(shown);
    },
    async read({ mediaId }) {
      const { queueKey } = await row();
      const found = await findMedia(sql, scopeId, mediaId);
      return found === null ? null : await readFile(found, queueKey);
    },
    async replace(file) {
      const outcome = await oneAct(async () => await replaceFile(await inScope(), file));
      await sending.run();
      return outcome;
    },
    async remove({ mediaId }) {
      await row();
      return await oneAct(async () => {
        const outcome = await removeFile({ core, files, scopeId }, mediaId);
        void sending.run().catch(() => null);
        return outcome;
      });
    },
    async networks() {
      await row();
      return await allowedNetworks(core.ports, scopeId);
    },
    async allow({ networks }) {
      await row();
      await sql.write([allowStatement(scopeId, networks)]);
      core.changes.emit(scopeId);
      void sending.follow().catch(() => null);
    },
    async send() {
      await sql.write([
        {
          sql: `update media set next_retry_at = null
            where scope_id = ? and wait_reason in ('OFFLINE', 'SCOPE_LOCKED', 'NO_ACCESS')`,
          params: [scopeId],
        },
      ]);
      await sending.run();
    },
  };

  async function readFile(
    { mediaId, sizeBytes }: MediaRow,
    queueKey: string,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    if (files === undefined) return null;
    const whole = new Uint8Array(sizeBytes);
    let length = 0;
    for (let index = 0; index < partCount(sizeBytes); index += 1) {
      const part = await readPart(core, { files, queueKey, mediaId }, index);
      if (part === null) return null;
      whole.set(part, length);
      length += part.length;
    }
    return whole;
  }
}

function shown({
  row: _row,
  isNamed: _named,
  isDiscarded: _discarded,
  uploadId: _upload,
  retries: _tries,
  ...file
}: MediaRow): MediaFile {
  return file;
}
