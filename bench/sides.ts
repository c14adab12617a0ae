import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { z } from "zod";
import { type Send, post } from "./load.ts";
import { nextBatch, type Phone } from "./phones/phones.ts";
import type { BenchStack } from "./stack/stack.ts";

/** The measured side: the product, or a baseline. */
export interface Side {
  readonly name: string;
  /** Process ids by part, including PostgreSQL's. */
  readonly pids: Readonly<Record<string, number>>;
  /** Sends new batches, from the phones in rotation. */
  readonly fresh: Send;
  /** Sends batches of one new operation, from the phones in rotation. */
  readonly one: Send;
  /** Sends the phones' last batches again. */
  readonly replay: Send;
  /** Sends a batch of one phone, with all its tasks or some of them. */
  readonly from: (phone: Phone, operations?: readonly string[]) => Promise<void>;
}

/** A side that runs in its own process. */
export type StartedSide = Side & { readonly close: () => void };

const Answer = z.object({
  data: z.object({ results: z.array(z.object({ status: z.string() })) }),
});
/** The status of every answer is checked; only one in this many is also parsed. */
const READ_EVERY = 16;
const PARTS = ["api", "relay", "worker", "temporal", "postgres"] as const;

/** Address for a phone's batches. */
export function syncUrl(
  { urls }: { readonly urls: Pick<BenchStack["urls"], "api"> },
  { relationshipId }: Phone,
): string {
  return `${urls.api}/api/v1/coach-client-relationships/${relationshipId}/sync`;
}

/** The product, over HTTP, with tokens of its clients. Several APIs get batches in turns. */
export function productSide(
  stack: BenchStack,
  phones: readonly Phone[],
  apis: readonly string[] = [stack.urls.api],
): Side {
  const own = Object.fromEntries(PARTS.map((part) => [part, stack.pids[part] ?? 0]));
  let sent = 0;
  const urlOf = (phone: Phone) => {
    // Shifted by one in each rotation of the phones, or a phone would always send to the same API.
    const api = apis[(sent + Math.floor(sent / phones.length)) % apis.length] ?? "";
    sent += 1;
    return syncUrl({ urls: { api } }, phone);
  };
  return { name: "ours", pids: own, ...sendsTo(phones, urlOf) };
}

/** The baseline, in its own process, on its own tables in the same database. */
export async function startPlainSide(
  stack: BenchStack,
  phones: readonly Phone[],
): Promise<StartedSide> {
  const owner = new Client({ connectionString: stack.database.ownerUrl });
  await owner.connect();
  const [vacuum = "", ...others] = readFileSync(new URL("plain-sync.sql", import.meta.url), "utf8")
    .split(";\n")
    .filter((statement) => statement.trim() !== "")
    .toReversed();
  for (const statement of [...others.toReversed(), vacuum]) await owner.query(statement);
  await owner.end();
  const program = await startProgram("bench/plain-sync.ts", [stack.database.url]);
  return programSide("plain", { stack, program, phones });
}

/** The same behind the product's guard, for lookups without writes. */
export async function startGuardedSide(
  stack: BenchStack,
  phones: readonly Phone[],
): Promise<StartedSide> {
  const args = [stack.database.url, stack.urls.provider];
  const program = await startProgram("bench/plain-sync.ts", args);
  return programSide("guarded", { stack, program, phones });
}

/** A side's running program. */
export interface Program {
  readonly url: string;
  readonly pid: number;
  readonly close: () => void;
}

/** Starts a program with its input and waits for its port. */
export async function startProgram(
  script: string,
  args: readonly string[],
  input = "",
): Promise<Program> {
  const server = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  server.stdin.end(input);
  const port = await new Promise<number>((resolve, failed) => {
    server.stdout.once("data", (line: Buffer) => resolve(Number(line.toString())));
    server.once("exit", () => failed(new Error(`${script} ended before it was ready`)));
  });
  const close = () => void server.kill();
  return { url: `http://127.0.0.1:${port}`, pid: server.pid ?? 0, close };
}

/** The side of a program. */
export function programSide(
  name: string,
  {
    stack,
    program,
    phones,
  }: { readonly stack: BenchStack; readonly program: Program; readonly phones: readonly Phone[] },
): StartedSide {
  const pids = { [name]: program.pid, postgres: stack.pids["postgres"] ?? 0 };
  const sends = sendsTo(phones, ({ relationshipId }) => {
    return `${program.url}/relationships/${relationshipId}/sync`;
  });
  return { name, pids, ...sends, close: program.close };
}

function sendsTo(
  phones: readonly Phone[],
  urlOf: (phone: Phone) => string,
): Omit<Side, "name" | "pids"> {
  const latest = new Map<Phone, string>();
  let turn = 0;
  const next = (among: readonly Phone[]): Phone => {
    turn += 1;
    const phone = among[turn % among.length];
    if (phone === undefined) throw new Error("There is no phone that could send");
    return phone;
  };
  const send = async (phone: Phone, body: string, status: string) => {
    const text = await post(urlOf(phone), body, phone.accessToken);
    if (turn % READ_EVERY === 0) requireAll(text, status);
  };
  const from: Side["from"] = async (phone, operations) => {
    const body = nextBatch(phone, operations);
    await send(phone, body, "ACCEPTED");
    latest.set(phone, body);
  };
  return {
    from,
    fresh: () => from(next(phones)),
    one() {
      const phone = next(phones);
      const at = Math.floor(turn / phones.length) % phone.operations.length;
      return from(phone, phone.operations.slice(at, at + 1));
    },
    async replay() {
      const phone = next([...latest.keys()]);
      await send(phone, latest.get(phone) ?? "", "ALREADY_ACCEPTED");
    },
  };
}

function requireAll(text: string, wanted: string): void {
  const { results } = Answer.parse(JSON.parse(text)).data;
  const good = results.filter(({ status }) => status === wanted).length;
  if (good === results.length) return;
  throw new Error(`${good} of ${results.length} are ${wanted}: ${text.slice(0, 500)}`);
}
