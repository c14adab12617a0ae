import { afterAll, expect, test } from "@jest/globals";
import { openUploadLocks } from "../../db/media/upload-locks.ts";
import { useOwnDatabase } from "../harness/database.ts";

const database = await useOwnDatabase();
const locks = openUploadLocks({ url: database.appUrl, waitMs: 100 });
const elsewhere = openUploadLocks({ url: database.appUrl, waitMs: 100 });

const warnings: string[] = [];
const listen = ({ message }: Error) => void warnings.push(message);
process.on("warning", listen);
afterAll(async () => {
  process.off("warning", listen);
  await Promise.all([locks.close(), elsewhere.close()]);
});

const FILES = Array.from({ length: 12 }, (_, place) => `file-${place}`);
const lock = (by: typeof locks, id: string) =>
  by.newLock(id).lock(AbortSignal.timeout(5_000), () => undefined);

test("Twelve uploads that begin at once lock their files through one session, and the driver warns of nothing", async () => {
  await Promise.all(FILES.map((id) => lock(locks, id)));
  const answers = await Promise.allSettled(FILES.map((id) => lock(elsewhere, id)));
  expect(answers.map(({ status }) => status)).toEqual(FILES.map(() => "rejected"));
  await Promise.all(FILES.map((id) => locks.newLock(id).unlock()));
  await Promise.all(FILES.map((id) => lock(elsewhere, id)));
  await Promise.all(FILES.map((id) => elsewhere.newLock(id).unlock()));
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});
