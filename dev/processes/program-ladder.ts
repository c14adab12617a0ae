import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";

/** One way to come by a program. */
export type Rung = {
  /** How the page of mistakes and the log call it. */
  readonly name: string;
  /** The path it offers, or a reason why there is none. A throw is a reason too. */
  readonly find: () => Promise<{ readonly path: string } | { readonly reason: string }>;
};

/** A program that really ran, and the rung it came from. */
export type FoundProgram = { readonly path: string; readonly from: string };

/** Thrown when no rung holds; the message is the page to show. */
export class ProgramMissing extends Error {
  constructor(title: string, reasons: readonly string[], advice: string) {
    const tried = reasons.map((reason) => `  - ${reason}`).join("\n");
    super(`${title} was not found.\n\nTried, in this order:\n${tried}\n\n${advice}\n`);
    this.name = "ProgramMissing";
  }
}

export type Ladder = {
  readonly title: string;
  readonly rungs: readonly Rung[];
  /** Proves that the program runs: null, or what is wrong with it. */
  readonly proveWorking: (path: string) => Promise<string | null>;
  /** What to install or set when nothing works. */
  readonly advice: string;
};

/** Climbs until a rung offers a program that really runs. Throws ProgramMissing. */
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

/** The per-user folder for programs that are too dear to get twice. */
export function cacheDirectory(env: NodeJS.ProcessEnv): string {
  const named = env["XDG_CACHE_HOME"] ?? "";
  return join(named === "" ? join(homedir(), ".cache") : named, "sideline");
}

/** What a short run of a program answered; never throws. */
export type Trial = { readonly ok: boolean; readonly output: string };

const TRIAL_LIMIT_MS = 10_000;

/** Runs a program for its version or usage, with a limit. */
export function tryProgram(path: string, args: readonly string[]): Promise<Trial> {
  return new Promise((resolve) => {
    execFile(path, [...args], { timeout: TRIAL_LIMIT_MS }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}${error?.message ?? ""}`.trim() });
    });
  });
}
