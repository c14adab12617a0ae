import type { TestApi } from "./api.ts";
import type { TestDatabase } from "./database.ts";
import type { TestIssuer } from "./test-issuer.ts";

/** What the files of one Jest worker share; each part begins when the first file asks for it. */
interface SharedByFiles {
  database?: Promise<TestDatabase>;
  issuer?: Promise<TestIssuer>;
  api?: Promise<TestApi>;
}

/** Node itself loads this module once a process (`keep-modules.mjs`); Jest loads the others anew for each file. */
export const sharedByFiles: SharedByFiles = {};

/** Jest's parent process sends it to a worker that has nothing more to do. */
const END_OF_WORKER = 2;

// An open server would keep the process alive, and Jest would end it by force.
process.on("message", function endWithWorker(message: unknown) {
  if (!Array.isArray(message) || message[0] !== END_OF_WORKER) return;
  process.off("message", endWithWorker);
  void closeShared();
});

/** Ends what this process shares. */
export async function closeShared(): Promise<void> {
  const { api, issuer } = sharedByFiles;
  delete sharedByFiles.api;
  delete sharedByFiles.issuer;
  await (await api)?.close();
  await (await issuer)?.close();
}
