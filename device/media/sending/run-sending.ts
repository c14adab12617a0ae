import { MEDIA_LIMITS } from "../../../contract/media/vocabulary.ts";
import { remainingMs } from "../../lanes/pauses.ts";
import type { PartContext } from "../../parts/part-context.ts";
import type { Files } from "../../ports/files.ts";
import { listMedia, type MediaRow } from "../media-row.ts";
import { announce } from "./file-step.ts";
import { mayTransfer } from "./may-transfer.ts";
import { isWanted, mayBeLate, sendFile } from "./send-file.ts";
import type { Sender } from "./sender.ts";
import { settleOperations } from "./settle-operations.ts";
import { storeStep } from "./store-step.ts";

/**
 * Sends the files of a scope one after another, oldest first, and releases the operations that waited for them. It
 * runs after each change of the scope or the network, and when a stored retry is due. Waits are stored in the rows; it
 * keeps only a timer for the earliest.
 */
export function runSending(context: PartContext, files: Files): Sending {
  const { core, scopeId } = context;
  const { sql, clock, connection } = core.ports;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let stops = 0;
  let abort: (() => void) | null = null;
  let sent: string | null = null;
  let cancelTimer = () => {};

  const wake = () => {
    void abortDiscarded().catch(() => null);
    void run().catch(() => null);
  };
  core.changes.watch(scopeId, wake);
  context.onStop(() => {
    stops += 1;
    cancelTimer();
    abort?.();
  });
  const follow = async () => {
    if (!(await mayTransfer(core.ports, scopeId))) abort?.();
    await run();
  };
  connection?.watch(() => void follow().catch(() => null));
  return { run, follow };

  /** Ends the transfer of a file that no action needs any more. */
  async function abortDiscarded(): Promise<void> {
    const mediaId = sent;
    if (mediaId === null || abort === null || (await isWanted(core, scopeId, mediaId))) return;
    // Another file may be sent by now.
    if (sent === mediaId) abort?.();
  }

  /** One pass at a time. A change during a pass causes another one. */
  function run(): Promise<void> {
    isWoken = true;
    running ??= passes().finally(() => {
      running = null;
    });
    return running;
  }

  async function passes(): Promise<void> {
    while (isWoken) {
      isWoken = false;
      await pass();
    }
  }

  async function pass(): Promise<void> {
    cancelTimer();
    const scope = await context.row();
    const begun = stops;
    const sender: Sender = {
      core,
      session: context.session,
      files,
      scope,
      mayTransfer: await mayTransfer(core.ports, scopeId),
      isStopped: () => stops !== begun,
      onAbort: (callback) => {
        abort = callback;
      },
    };
    await settleOperations(context, scope);
    await announceLate(sender);
    await settleOperations(context, scope);
    for (const { mediaId } of await dueFiles(sender)) {
      const file = (await dueFiles(sender)).find((due) => due.mediaId === mediaId);
      if (file === undefined || sender.isStopped()) continue;
      await sendOne(sender, file);
      await settleOperations(context, scope);
    }
    if (!sender.isStopped()) await setTimer();
  }

  async function sendOne(sender: Sender, file: MediaRow): Promise<void> {
    sent = file.mediaId;
    await sendFile(sender, file).finally(() => {
      sent = null;
    });
  }

  async function setTimer(): Promise<void> {
    const waiting = (await listMedia(sql, scopeId)).filter(isToSend);
    const times = waiting.flatMap(({ retryAt }) => retryAt ?? []);
    if (times.length === 0) return;
    const ms = Math.min(...times.map((time) => remainingMs(time, clock.now())));
    cancelTimer = clock.after(Math.max(1, ms), wake);
  }
}

/** The sending of one scope. */
export interface Sending {
  /** Tries each file that is due. Resolves when each was sent or waits. */
  run(): Promise<void>;
  /** Applies a change of the network or of the person's choice: a transfer that is not allowed any more ends. */
  follow(): Promise<void>;
}

const isToSend = ({ isNamed, isDiscarded, status }: MediaRow) =>
  isNamed && !isDiscarded && status !== "RECEIVED" && status !== "REJECTED";

async function dueFiles({
  core,
  session,
  scope,
  mayTransfer: mayBeSent,
}: Sender): Promise<readonly MediaRow[]> {
  const { sql, clock } = core.ports;
  const now = clock.now();
  const isSignedIn = (await session.state()) === "SIGNED_IN";
  return (await listMedia(sql, scope.scopeId)).filter(
    (file) =>
      isToSend(file) &&
      remainingMs(file.retryAt, now) === 0 &&
      (file.waitsFor !== "UNMETERED_NETWORK" || mayBeSent) &&
      (file.waitsFor !== "SIGN_IN" || isSignedIn),
  );
}

/**
 * Announces the files whose operations need only that, before any bytes are sent. A few open uploads stay free for
 * files whose bytes must arrive first.
 */
async function announceLate(sender: Sender): Promise<void> {
  const files = await listMedia(sender.core.ports.sql, sender.scope.scopeId);
  let open = files.filter(({ status }) => status === "ANNOUNCED").length;
  for (const file of await dueFiles(sender)) {
    if (open >= MOST_AHEAD || sender.isStopped()) return;
    if (file.uploadId !== null || !mayBeLate(file)) continue;
    await storeStep(sender, file, await announce(sender, file));
    open += 1;
  }
}

const MOST_AHEAD = MEDIA_LIMITS.openUploads - 10;
