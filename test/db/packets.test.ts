import { Writable } from "node:stream";
import { expect, test } from "@jest/globals";
import { packetsOf } from "../../db/platform/connection/packets.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("Statements outside a transaction in one turn of the event loop go in one packet", async () => {
  const { packets, send } = openWire();
  send("look");
  // As the query builder does: the statement is sent a few promises later.
  for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
  send("read");
  expect(packets).toEqual([]);
  await nextTurn();
  expect(packets).toEqual(["look; read"]);
  send("again");
  await nextTurn();
  expect(packets).toEqual(["look; read", "again"]);
});

test.each(["begin", "start transaction isolation level serializable"])(
  "Nothing is delayed from %s to the end of the transaction",
  async (begin) => {
    const { packets, send } = openWire();
    for (const statement of [begin, "lock", "write", "rollback to savepoint one"]) {
      send(statement);
      expect(packets.at(-1)).toBe(statement);
    }
    send("commit");
    expect(packets.at(-1)).toBe("commit");
    send("read");
    expect(packets.at(-1)).toBe("commit");
    await nextTurn();
    expect(packets.at(-1)).toBe("read");
  },
);

/** A connection that records which statements went together, and a function that sends on it. */
function openWire() {
  const packets: string[] = [];
  const stream = new Writable({
    writev: (chunks, done) => {
      packets.push(chunks.map(({ chunk }) => String(chunk)).join("; "));
      done();
    },
  });
  const gather = packetsOf(stream);
  const send = (statement: string) => {
    gather(statement);
    stream.write(statement);
  };
  return { packets, send };
}
