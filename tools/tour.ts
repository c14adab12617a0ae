import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { findLauncher } from "./processes/launcher-lock.ts";
import { type RunningStack, findStack } from "./stack/stack-file.ts";
import { startStack } from "./stack/start-stack.ts";
import type { Environment } from "../workers/config/environment.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { openTemporalClient } from "../workers/outside/open-temporal-client.ts";
import { eventually } from "./tour/eventually.ts";
import { limitChapters } from "./tour/chapter-limit.ts";
import { TourFailure, expectPresent } from "./tour/expect-equal.ts";
import type { HomeOfStack } from "./tour/house/fast-house.ts";
import { type Page, openPage } from "./tour/page.ts";
import { ChapterOver, onlyChapter } from "./tour/one-chapter.ts";
import { playTour } from "./tour/play-tour.ts";
import { closeStage, openStage } from "./tour/stage.ts";

const USAGE = `Plays a day from sign-in to history through the API, as every app does: npm run tour [-- --chapter N]

It uses the running stack, or starts its own. A chapter depends on those before it: with --chapter they are
played too, but only that one is shown. For chapters in which days pass, a second installation is opened whose
clock is moved; the clock of your stack is never touched.`;

// Data, logs and keys of a stack that the tour starts are readable only by their owner.
process.umask(0o077);

/** The first start may have to build the Temporal server. */
const STARTED_WITHIN_MS = 600_000;
const READY_WITHIN_MS = 60_000;
/** Timeout. A chapter takes a few seconds; the longest opens a second installation. */
const LONGEST_CHAPTER_MS = 120_000;

// The reader of the output may close the pipe; a stack of the tour's own is still stopped.
process.stdout.on("error", () => undefined);
const color = process.stdout.isTTY && process.stdout.hasColors();
const wanted = readChapter(process.argv.slice(2));
const write = (text: string) => void process.stdout.write(text);

/** The number of the only chapter to show; null shows all. */
function readChapter(args: string[]): number | null {
  showHelp(USAGE, args);
  const { values } = parseArgs({ args, options: { chapter: { type: "string" } } });
  if (values.chapter === undefined) return null;
  const chapter = Number(values.chapter);
  if (Number.isInteger(chapter) && chapter > 0) return chapter;
  process.stderr.write(`${USAGE}\n`);
  process.exit(1);
}

/** Plays the tour on the stack that runs on the data folder, or else on its own. Returns the exit code. */
async function tour(): Promise<number> {
  const env = loadEnvironment();
  const { dataDir } = readLauncherConfig(env);
  if (findLauncher(dataDir) === null) return playOnOwnStack(env);
  const stack = await eventually(`the stack that starts on ${dataDir}`, {
    ask: async () => findStack(dataDir),
    isWanted: (found) => found !== null,
    limitMs: STARTED_WITHIN_MS,
  });
  return playOn(expectPresent("the stack", stack), { dataDir, env });
}

async function playOnOwnStack(env: Environment): Promise<number> {
  write("No stack runs here: the tour starts one, plays, and stops it.\n\n");
  let starting = true;
  const terminal = (text: string) => {
    if (starting) write(text);
  };
  const stack = startStack({
    ...readLauncherConfig(env),
    idp: "development",
    env,
    terminal,
    color,
  });
  const stopped = stopSignal();
  try {
    const running = await Promise.race([stack.ready, stopped]);
    starting = false;
    if (running === "told") return 130;
    const end = await Promise.race([
      playOn(running, { dataDir: readLauncherConfig(env).dataDir, env }),
      stopped,
    ]);
    write("  The stack stops; npm start brings it back with all of this.\n\n");
    return end === "told" ? 130 : end;
  } finally {
    stack.ready.catch(() => undefined);
    await stack.stop();
  }
}

function stopSignal(): Promise<"told"> {
  const stopped = Promise.withResolvers<"told">();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stopped.resolve("told"));
  }
  return stopped.promise;
}

async function playOn(stack: RunningStack, home: HomeOfStack): Promise<number> {
  const only = wanted === null ? null : onlyChapter(wanted, write);
  const whole = openPage(only?.write ?? write, color);
  const { page, over, close } = limitChapters(only?.within(whole) ?? whole, LONGEST_CHAPTER_MS);
  const startedAt = performance.now();
  page.title("Sideline: one day, one batch", `through ${stack.urls.api}, as every app does`);
  try {
    await untilReady(stack.urls.api);
    const temporal = openTemporalClient(stack.temporal);
    const stage = openStage({ stack, home, temporal, page });
    try {
      await Promise.race([playTour(stage), over]);
    } finally {
      await closeStage(stage);
    }
  } catch (error) {
    if (error instanceof ChapterOver) return 0;
    showFailure(page, error);
    return 1;
  } finally {
    close();
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  page.title("Everything was as expected.", `${seconds} s; you can play it again at any time.`);
  write("\n");
  return 0;
}

/** A found stack may still be starting. */
async function untilReady(api: string): Promise<void> {
  await eventually(`${api}/health/ready`, {
    ask: () => fetch(`${api}/health/ready`).then(({ status }) => status, String),
    isWanted: (answer) => answer === 200,
    limitMs: READY_WITHIN_MS,
  });
}

function showFailure(page: Page, error: unknown): void {
  const lines =
    error instanceof TourFailure
      ? [error.message, `expected  ${error.expected}`, `actual    ${error.actual}`]
      : [error instanceof Error ? error.message : String(error)];
  page.fails(page.chapterTitle(), lines);
  write("\n");
}

try {
  const code = await tour();
  // Lets pending output reach a pipe before the process ends.
  await sleep(0);
  process.exit(code);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
