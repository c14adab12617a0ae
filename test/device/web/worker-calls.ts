import type { Page, WebWorker } from "puppeteer-core";
import * as z from "zod";
import type { Files } from "../../../device/ports/files.ts";
import { type Row, type Sql, SqlFault } from "../../../device/ports/sql.ts";

/** Starts the worker with the adapters in a page and calls it. */
export async function startWorker(page: Page): Promise<WorkerCalls> {
  const created = new Promise<WebWorker>((resolve) => page.once("workercreated", resolve));
  await page.evaluate("window.worker = new Worker('/adapters.js', { type: 'module' })");
  const worker = await created;
  await page.evaluate("new Promise((done) => setTimeout(done))");
  let handles = 0;
  const call = (expression: string) => evaluate(worker, expression);
  return {
    call,
    async openSql(folder) {
      handles += 1;
      const name = `sql${handles}`;
      await call(
        `openOpfsSql(${JSON.stringify(folder)}).then((sql) => { globalThis.${name} = sql })`,
      );
      return remoteSql(call, name);
    },
    async openFiles(folder) {
      handles += 1;
      const name = `files${handles}`;
      await call(
        `openOpfsFiles(${JSON.stringify(folder)}).then((files) => { globalThis.${name} = files })`,
      );
      return remoteFiles(call, name);
    },
  };
}

/** A worker with the adapters for browsers. */
export interface WorkerCalls {
  /** The value of a promise in the worker, with bytes. */
  call(expression: string): Promise<unknown>;
  openSql(folder: string): Promise<Sql>;
  /** A chosen file is its bytes, of which the worker makes a `Blob`. */
  openFiles(folder: string): Promise<Files>;
}

const kindSchema = z.enum(["FULL", "CORRUPT", "REFUSED", "LOST", "NEWER", "UNEXPECTED"]);
const outcomeSchema = z.union([
  z.object({ value: z.unknown() }),
  z.object({ message: z.string(), kind: kindSchema.nullable() }),
]);
const rowsSchema = z.array(
  z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)])),
);

async function evaluate(worker: WebWorker, expression: string): Promise<unknown> {
  const text = z.string().parse(await worker.evaluate(`outcome(async () => ${expression})`));
  const outcome = outcomeSchema.parse(JSON.parse(text, fromBase64));
  if ("value" in outcome) return outcome.value;
  if (outcome.kind === null) throw new Error(outcome.message);
  throw new SqlFault(outcome.kind, outcome.message);
}

function remoteSql(call: WorkerCalls["call"], name: string): Sql {
  return {
    async read(statement): Promise<readonly Row[]> {
      return rowsSchema.parse(await call(`${name}.read(${expressionOf(statement)})`));
    },
    async write(statements) {
      return z.array(z.number()).parse(await call(`${name}.write(${expressionOf(statements)})`));
    },
    async close() {
      await call(`${name}.close()`);
    },
  };
}

function remoteFiles(call: WorkerCalls["call"], name: string): Files {
  const bytesOf = async (expression: string) => bytesValue.parse(await call(expression));
  return {
    async write(file, bytes) {
      await call(`${name}.write(${JSON.stringify(file)}, ${expressionOf(bytes)})`);
    },
    read: async (file) =>
      bytesValue.nullable().parse(await call(`${name}.read(${JSON.stringify(file)})`)),
    async remove(file) {
      await call(`${name}.remove(${JSON.stringify(file)})`);
    },
    names: async () => z.array(z.string()).parse(await call(`${name}.names()`)),
    async open(chosen) {
      const file = chosen instanceof Uint8Array ? `new Blob([${expressionOf(chosen)}])` : "null";
      const opened = `${name}.open(${file})`;
      const sizeBytes = z
        .number()
        .parse(await call(`${opened}.then(({ sizeBytes }) => sizeBytes)`));
      return {
        sizeBytes,
        read: async (from, to) =>
          await bytesOf(`${opened}.then((chosen) => chosen.read(${from}, ${to}))`),
      };
    },
  };
}

const bytesValue = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

/** A value as JavaScript. */
export function expressionOf(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes("${Buffer.from(value).toString("base64")}")`;
  if (Array.isArray(value)) return `[${value.map(expressionOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${expressionOf(item)}`);
  return `{${entries.join(",")}}`;
}

const bytesSchema = z.object({ base64: z.base64() });

function fromBase64(_key: string, value: unknown): unknown {
  const bytes = bytesSchema.safeParse(value);
  return bytes.success ? new Uint8Array(Buffer.from(bytes.data.base64, "base64")) : value;
}
