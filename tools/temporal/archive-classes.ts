import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePorts } from "../processes/ports.ts";

/**
 * Starts the time-skipping server once so that Java writes an archive of the loaded classes. Later starts then take a
 * third of the time: the SDK waits 5 s for a server, which a busy machine exceeds. Without the archive the server
 * starts too, only later.
 *
 * @param program its wrapper, which passes `JAVA_TOOL_OPTIONS` on to Java.
 * @param archive name of the archive, relative to the wrapper's folder.
 */
export async function archiveClasses(program: string, archive: string): Promise<void> {
  const [port = 0] = await findFreePorts(1);
  const server = spawn(program, [String(port)], {
    env: { ...process.env, JAVA_TOOL_OPTIONS: `-XX:ArchiveClassesAtExit=${archive}` },
    stdio: "ignore",
  });
  const ended = once(server, "exit");
  try {
    for (let left = POLLS; left > 0 && server.exitCode === null; left -= 1) {
      if (await isListening(port)) break;
      await sleep(POLL_EVERY_MS);
    }
  } finally {
    // On this signal Java shuts down cleanly and writes the archive.
    server.kill("SIGTERM");
    await ended;
  }
}

const POLLS = 600;
const POLL_EVERY_MS = 100;

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (listens: boolean) => {
      socket.destroy();
      resolve(listens);
    };
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
  });
}
