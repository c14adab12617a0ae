import { SqlFault } from "../../ports/sql.ts";

/** The part of IndexedDB that the vault uses. The library is not compiled with the types of the DOM. */
declare const indexedDB: Factory | undefined;

/** Opens a database of IndexedDB with these stores. @throws SqlFault REFUSED if the browser has none. */
export async function openIndexedDb(name: string, stores: readonly string[]): Promise<IndexedDb> {
  if (typeof indexedDB === "undefined") throw new SqlFault("REFUSED", "There is no IndexedDB.");
  const request = indexedDB.open(name, 1);
  request.addEventListener("upgradeneeded", () => {
    for (const store of stores) request.result.createObjectStore(store);
  });
  return await resultOf(request);
}

/**
 * Runs one transaction that is durable when this resolves. `use` makes its requests at once, without awaiting: a
 * transaction without an open request ends.
 */
export async function transact<T>(
  database: IndexedDb,
  store: string,
  use: (store: ObjectStore) => Request<T>,
): Promise<T> {
  const transaction = database.transaction(store, "readwrite", { durability: "strict" });
  const request = use(transaction.objectStore(store));
  return await new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve(request.result));
    transaction.addEventListener("abort", () => reject(faultOf(transaction.error)));
  });
}

/** Reads the value of a key; undefined if there is none. */
export async function readValue(database: IndexedDb, store: string, key: string): Promise<unknown> {
  return await resultOf(database.transaction(store, "readonly").objectStore(store).get(key));
}

async function resultOf<T>(request: Request<T>): Promise<T> {
  return await new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(faultOf(request.error)));
  });
}

function faultOf(error: Error | null): SqlFault {
  const kind = error?.name === "QuotaExceededError" ? "FULL" : "REFUSED";
  return new SqlFault(kind, `IndexedDB refuses: ${error?.name ?? "aborted"}.`, { cause: error });
}

/** An open database. */
export interface IndexedDb {
  createObjectStore(name: string): unknown;
  transaction(
    store: string,
    mode: "readonly" | "readwrite",
    options?: { readonly durability: "strict" },
  ): Transaction;
  close(): void;
}

/** A store of one transaction. */
export interface ObjectStore {
  get(key: string): Request<unknown>;
  put(value: unknown, key: string): Request<unknown>;
  delete(key: string): Request<unknown>;
}

interface Factory {
  open(
    name: string,
    version: number,
  ): Request<IndexedDb> & { onupgradeneeded: (() => void) | null };
}

interface Request<T> {
  readonly result: T;
  readonly error: Error | null;
  addEventListener(event: "success" | "error" | "upgradeneeded", listener: () => void): void;
}

interface Transaction {
  readonly error: Error | null;
  objectStore(name: string): ObjectStore;
  addEventListener(event: "complete" | "abort", listener: () => void): void;
}
