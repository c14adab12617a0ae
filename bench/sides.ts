import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { z } from "zod";
import { type Send, post } from "./load.ts";
import { BATCH, nextBatch, type Phone } from "./phones.ts";
import type { BenchStack } from "./stack.ts";

/** Who is measured: the product, or the baseline. */
export interface Side {
  readonly name: "ours" | "plain";
  /** Process ids by part, PostgreSQL's among them. */
  readonly pids: Readonly<Record<string, number>>;
  /** Sends batches that are new, phone after phone. */
  readonly fresh: Send;
  /** Sends again what the phones sent last. */
  readonly replay: Send;
}

const Answer = z.object({
  data: z.object({ results: z.array(z.object({ status: z.string() })) }),
});
/** Every so many answers one is read in full; of the others the status tells. */
const READ_EVERY = 16;
const PARTS = ["api", "relay", "worker", "temporal", "postgres"] as const;

/** The product, over HTTP, by tokens of its own clients. */
export function productSide({ urls, pids }: BenchStack, phones: readonly Phone[]): Side {
  const senders = sendersTo(phones, ({ relationshipId }) => {
    return `${urls.api}/api/v1/coach-client-relationships/${relationshipId}/sync`;
  });
  const own = Object.fromEntries(PARTS.map((part) => [part, pids[part] ?? 0]));
  return { name: "ours", pids: own, ...senders };
}

/** The baseline, in a process of its own, on tables of its own in the same database. */
export async function startPlainSide(
  { database, pids }: BenchStack,
  phones: readonly Phone[],
): Promise<Side & { readonly close: () => void }> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const [vacuum = "", ...others] = readFileSync(new URL("plain-sync.sql", import.meta.url), "utf8")
    .split(";\n")
    .filter((statement) => statement.trim() !== "")
    .toReversed();
  for (const statement of [...others.toReversed(), vacuum]) await owner.query(statement);
  await owner.end();
  const server = spawn(process.execPath, ["bench/plain-sync.ts", database.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((told) => {
    server.stdout.once("data", (line: Buffer) => told(Number(line.toString())));
  });
  const url = `http://127.0.0.1:${port}/sync`;
  const own = { plain: server.pid ?? 0, postgres: pids["postgres"] ?? 0 };
  const close = () => void server.kill();
  return { name: "plain", pids: own, ...sendersTo(phones, () => url), close };
}

function sendersTo(
  phones: readonly Phone[],
  urlOf: (phone: Phone) => string,
): Pick<Side, "fresh" | "replay"> {
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
  return {
    async fresh() {
      const phone = next(phones);
      const body = nextBatch(phone);
      await send(phone, body, "ACCEPTED");
      latest.set(phone, body);
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
  if (good !== BATCH) throw new Error(`${good} of ${BATCH} are ${wanted}: ${text.slice(0, 500)}`);
}
