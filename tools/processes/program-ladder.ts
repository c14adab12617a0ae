import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";

/** One way to get a program. */
export type Rung = {
  /** Its name in error messages and the log. */
  readonly name: string;
  /** The path it offers, or the reason why there is none. An error counts as a reason too. */
  readonly find: () => Promise<{ readonly path: string } | { readonly reason: string }>;
};

/** Input of the search: the environment with the paths, and where to report progress. */
export type ProgramSearch = {
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
};

/** A program that was run successfully, and the rung it came from. */
export type FoundProgram = { readonly path: string; readonly from: string };

/** Thrown when every rung fails; the message is the page to show. */
export class ProgramMissing extends Error {
  constructor(title: string, reasons: readonly string[], advice: string) {
    const tried = reasons.map((reason) => `  - ${reason}`).join("\n");
    super(`${title} was not found. ${advice}\n\nTried, in this order:\n${tried}\n`);
    this.name = "ProgramMissing";
  }
}

export type Ladder = {
  readonly title: string;
  readonly rungs: readonly Rung[];
  /** Tests the program: null if it works, otherwise what is wrong with it. */
  readonly proveWorking: (path: string) => Promise<string | null>;
  /** Advice on what to install or set if nothing works. */
  readonly advice: string;
};

/** Climbs until a rung offers a program that works. Throws ProgramMissing. */
export async function findProgram(ladder: Ladder): Promise<FoundProgram> {
  const reasons: string[] = [];
  for (const rung of ladder.rungs) {
    const found = await rung.find().catch((error: unknown) => ({ reason: String(error) }));
    const reason = "path" in found ? await ladder.proveWorking(found.path) : found.reason;
    if ("path" in found && reason === null) return { path: found.path, from: rung.name };
    reasons.push(`${rung.name}: ${reason}`);
  }
  throw new ProgramMissing(ladder.title, reasons, ladder.advice);
}

/** The user's cache folder for programs that are expensive to get twice. */
export function cacheDirectory(env: NodeJS.ProcessEnv): string {
  const named = env["XDG_CACHE_HOME"] ?? "";
  return join(named === "" ? join(homedir(), ".cache") : named, "sideline");
}

/** Result of a short run of a program; never throws. */
export type Trial = { readonly ok: boolean; readonly output: string };

const TRIAL_LIMIT_MS = 10_000;

/** Runs a program for its version or usage, with a timeout. */
export function tryProgram(path: string, args: readonly string[]): Promise<Trial> {
  return new Promise((resolve) => {
    execFile(path, [...args], { timeout: TRIAL_LIMIT_MS }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}${error?.message ?? ""}`.trim() });
    });
  });
}
