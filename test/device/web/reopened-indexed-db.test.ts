import { expect, test } from "@jest/globals";
import type { IndexedDb } from "../../../device/adapters/web/indexed-db.ts";
import { reopenedIndexedDb } from "../../../device/adapters/web/reopened-indexed-db.ts";

/** Connections that a test closes, as a browser does. */
function makeConnections() {
  let opened = 0;
  let closed = 0;
  const open = async (): Promise<IndexedDb> => {
    opened += 1;
    const number = opened;
    return {
      createObjectStore: () => null,
      transaction() {
        if (number <= closed) throw new DOMException("The connection is closing.", CLOSED);
        throw new Error(`connection ${number}`);
      },
      close: () => undefined,
    };
  };
  const closeAll = () => {
    closed = opened;
  };
  return { open, closeAll, opened: () => opened };
}

const CLOSED = "InvalidStateError";

/** The connection that served a call. */
const serve = async (database: IndexedDb) => {
  try {
    return database.transaction("keys", "readonly");
  } catch (error) {
    if (error instanceof DOMException) throw error;
    return String(error);
  }
};

test("A connection that the browser has closed is opened again once, and calls at the same time share it.", async () => {
  const connections = makeConnections();
  const using = reopenedIndexedDb(connections.open);
  expect(await using(serve)).toBe("Error: connection 1");
  connections.closeAll();
  expect(await Promise.all([using(serve), using(serve), using(serve)])).toEqual(
    Array.from({ length: 3 }, () => "Error: connection 2"),
  );
  expect(connections.opened()).toBe(2);
});

test("A fault of the storage itself is reported, and the connection stays open.", async () => {
  const connections = makeConnections();
  const using = reopenedIndexedDb(connections.open);
  const fail = async () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
  await expect(using(fail)).rejects.toMatchObject({ name: "QuotaExceededError" });
  expect(await using(serve)).toBe("Error: connection 1");
});

test("A database that could not be opened is opened by the next call.", async () => {
  const connections = makeConnections();
  let isBroken = true;
  const using = reopenedIndexedDb(async () => {
    if (isBroken) throw new Error("There is no IndexedDB.");
    return await connections.open();
  });
  await expect(using(serve)).rejects.toThrow("There is no IndexedDB.");
  isBroken = false;
  expect(await using(serve)).toBe("Error: connection 1");
});
