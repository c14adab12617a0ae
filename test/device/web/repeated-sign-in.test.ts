import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "@jest/globals";
import { deviceClient } from "../../../device/adapters/web/tabs/device-client.ts";
import type { Message } from "../../../device/adapters/web/tabs/messages.ts";
import { serveDevice } from "../../../device/adapters/web/tabs/serve-device.ts";
import type { Device } from "../../../device/types.ts";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../../factories/device/device-world.ts";
import { makeTabs, type Tabs } from "./fake-tabs.ts";

let world: DeviceWorld;
let tabs: Tabs;
beforeEach(() => {
  world = makeDeviceWorld();
  tabs = makeTabs();
});

function startWorker() {
  const worker = tabs.startWorker();
  void serveDevice({ ...worker.options, open: world.open, pause: async () => undefined });
  return worker;
}

const openPage = (): Device =>
  deviceClient({ channel: tabs.channel(), surface: "CLIENT_MOBILE", uuid: randomUUID });

/** A page that is suspended in the middle of its calls: it sends them to the next owner when it is resumed. */
function openSuspendable() {
  const channel = tabs.channel();
  const sent: Message[] = [];
  const page = deviceClient({
    channel: {
      ...channel,
      post(message) {
        if (message.kind === "CALL") sent.push(message);
        channel.post(message);
      },
    },
    surface: "CLIENT_MOBILE",
    uuid: randomUUID,
  });
  /** Sends a former call to the present owner, as if its answer had been lost. */
  const repeat = async (method: string): Promise<unknown> => {
    const call = sent.find((message) => message.kind === "CALL" && message.call.method === method);
    if (call?.kind !== "CALL") throw new Error(`The page has not called ${method}.`);
    const again = { ...call, id: randomUUID() };
    return await new Promise((resolve, reject) => {
      channel.listen((message) => {
        if (message.kind === "ANSWER" && message.id === again.id) resolve(message.value);
        if (message.kind === "FAILURE" && message.id === again.id) reject(new Error("failed"));
      });
      channel.post(again);
    });
  };
  return { page, repeat };
}

test("A sign-out of a suspended page does not end the session of a person who signed in meanwhile.", async () => {
  startWorker();
  const { page, repeat } = openSuspendable();
  expect(await page.signIn(world.tokens())).toBe("SIGNED_IN");
  world.orders = [world.order()];
  expect(await page.signOut(5)).toEqual({ kind: "SIGNED_OUT" });
  const other = openPage();
  expect(await other.signIn(world.tokens("B"))).toBe("SIGNED_IN");
  world.isOnline = false;
  await (await firstScope(other)).enqueue(tap("later"));
  expect(await repeat("signOut")).toEqual({ kind: "SIGNED_OUT" });
  expect(await other.state()).toMatchObject({ session: "SIGNED_IN", waiting: 1 });
});

test("A sign-in of a suspended page does not undo a later sign-out, nor replace a later sign-in.", async () => {
  startWorker();
  const { page, repeat } = openSuspendable();
  await page.signIn(world.tokens());
  world.orders = [world.order()];
  await page.signOut();
  expect(await repeat("signIn")).toBe("SUPERSEDED");
  expect((await page.state()).session).toBe("NONE");
  await openPage().signIn(world.tokens("B"));
  expect(await repeat("signIn")).toBe("SUPERSEDED");
});

test("A sign-in that reaches a second owner is carried out once, and its tokens are not stored again.", async () => {
  const first = startWorker();
  startWorker();
  const { page, repeat } = openSuspendable();
  await page.signIn(world.tokens());
  await world.vault.write("refresh-token", "renewed meanwhile");
  first.kill();
  expect(await repeat("signIn")).toBe("SIGNED_IN");
  expect(await world.vault.read("refresh-token")).toBe("renewed meanwhile");
});

test("A sign-out that reaches a second owner before it was carried out is carried out by that owner.", async () => {
  const first = startWorker();
  startWorker();
  const { page, repeat } = openSuspendable();
  await page.signIn(world.tokens());
  world.isOnline = false;
  expect(await page.signOut()).toEqual({ kind: "LOCKED" });
  first.kill();
  world.isOnline = true;
  expect(await repeat("signOut")).toEqual({ kind: "SIGNED_OUT" });
  expect((await page.state()).session).toBe("NONE");
});

test("A page that has not read the state yet signs in to the session that the device has.", async () => {
  startWorker();
  await openPage().signIn(world.tokens());
  expect(await openPage().signIn(world.tokens())).toBe("SIGNED_IN");
  expect(await openPage().signIn(world.tokens("B"))).toBe("OTHER_PERSON");
});
