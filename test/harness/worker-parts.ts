import type { TestApi } from "./api.ts";
import type { TestDatabase } from "./database.ts";
import type { TestIssuer } from "./test-issuer.ts";

/** The state that the files of one Jest worker share; each part starts when the first file needs it. */
interface WorkerParts {
  database?: Promise<TestDatabase>;
  issuer?: Promise<TestIssuer>;
  api?: Promise<TestApi>;
}

/**
 * Node itself loads this module once per process (`keep-modules.mjs`); Jest loads other modules again for each file.
 */
export const workerParts: WorkerParts = {};

/** Sent by Jest's parent process to a worker that has no more work. */
const END_OF_WORKER = 2;

// An open server would keep the process alive, and Jest would end it by force.
process.on("message", function endWithWorker(message: unknown) {
  if (!Array.isArray(message) || message[0] !== END_OF_WORKER) return;
  process.off("message", endWithWorker);
  // A listener of either event keeps the channel to the parent open, and with it the process.
  process.off("disconnect", endWithoutParent);
  void closeWorkerParts();
});

// A worker whose parent is gone reports to nobody; what it shares would keep it alive.
process.once("disconnect", endWithoutParent);

function endWithoutParent(): void {
  process.exit();
}

/** Closes everything that this process shares. */
export async function closeWorkerParts(): Promise<void> {
  const { api, issuer } = workerParts;
  delete workerParts.api;
  delete workerParts.issuer;
  await (await api)?.close();
  await (await issuer)?.close();
}
