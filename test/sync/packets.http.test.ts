import { Socket } from "node:net";
import { expect, jest, test } from "@jest/globals";
import { onPacket } from "../../db/platform/pipeline/on-packet.ts";
import { buildPhone, sync } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

test("One tap costs the API three packets to the database: one of the guard, BEGIN with the reads, the writes with COMMIT", async () => {
  const phone = await buildPhone(api, issuer);
  const drink = (minute: number) =>
    queued("quick-log.record-value", {
      taskId: phone.agenda.water.id,
      metricKind: "WATER",
      value: 250,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
    });
  await sync(api, phone, [drink(0)]);
  await sync(api, phone, [drink(1)]);
  const packets: string[][] = [];
  const stop = onPacket((sent) => void packets.push(sent.map(({ name, text }) => name ?? text)));
  const writes = [jest.spyOn(Socket.prototype, "_writev"), jest.spyOn(Socket.prototype, "_write")];
  await sync(api, phone, [drink(2)]);
  stop();
  const http = new URL(api.url).port;
  const isHttp = (socket: unknown) =>
    socket instanceof Socket && [socket.localPort, socket.remotePort].includes(Number(http));
  const written = writes.flatMap(({ mock }) => mock.contexts).filter((on) => !isHttp(on));
  for (const spy of writes) spy.mockRestore();
  expect(packets.map((packet) => [packet[0], packet.at(-1)])).toEqual([
    ["caller", "relationship-of-sign-in"],
    ["begin", "named-items"],
    ["changed-tasks", "commit"],
  ]);
  expect(packets.at(-1)).toContain("write-admission");
  expect(written).toHaveLength(packets.length);
});
