import { type DataStore, ERRORS, Upload } from "@tus/server";
import { TUS_EXTENSIONS } from "../../contract/media/vocabulary.ts";
import type { FindExpectedFile } from "./media-files.ts";

/**
 * Makes a store create a file when the protocol first asks for it, under the lock of the upload. A file is therefore
 * never created twice, and none for an abandoned intent. Creation through the protocol is not offered.
 */
export function beginOnRequest(store: DataStore, findExpected: FindExpectedFile): DataStore {
  const getUpload = store.getUpload.bind(store);
  store.extensions = [...TUS_EXTENSIONS];
  store.getUpload = async (key) => {
    try {
      return await getUpload(key);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await begin(store, key, findExpected);
      return await getUpload(key);
    }
  };
  return store;
}

/** True for the errors by which a store reports a missing file. */
export function isMissing(error: unknown): boolean {
  return error === ERRORS.FILE_NOT_FOUND || error === ERRORS.FILE_NO_LONGER_EXISTS;
}

async function begin(store: DataStore, key: string, findExpected: FindExpectedFile): Promise<void> {
  const expected = await findExpected(key);
  if (expected === null) throw new Error("No file is expected under this key");
  const { sizeBytes: size, contentType } = expected;
  await store.create(new Upload({ id: key, size, offset: 0, metadata: { contentType } }));
}
