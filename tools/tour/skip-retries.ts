import type { z } from "zod";
import { supportDeviceSchema } from "../../contract/sync/support/support-schema.ts";
import { askApi, requestLine } from "./call-api.ts";
import { askDeviceActor } from "./device-actor.ts";
import { eventually } from "./eventually.ts";
import type { SecondHouse } from "./house/second-house.ts";
import type { Person } from "./stage.ts";

/** Advances the clock to each retry until the device's one operation is quarantined. */
export async function skipRetries(second: SecondHouse, read: SupportRead): Promise<void> {
  const { stage, house, client } = second;
  const path = `/api/v1/support/devices/${client.deviceId}`;
  stage.page.sent(requestLine({ method: "GET", path }));
  for (;;) {
    const device = await restingDevice(second, { read, path });
    const next = nextTryOf(device);
    if (next === null) break;
    stage.page.came(`1 operation deferred for a ${next.reason}, next try at ${next.nextAttemptAt}`);
    await house.advanceTo(next.nextAttemptAt);
  }
  stage.page.came("none deferred, 1 quarantined");
}

type SupportDevice = z.output<typeof supportDeviceSchema>;

/** The staff member who reads the device, and the reason. */
interface SupportRead {
  readonly support: Person;
  readonly reason: string;
}

const TRIED_WITHIN_MS = 30_000;

/** The device once nothing is running for it: quarantined, or waiting for the next try. */
async function restingDevice(
  { stage, house, client }: SecondHouse,
  { read, path }: { readonly read: SupportRead; readonly path: string },
): Promise<SupportDevice> {
  const { support, reason } = read;
  const request = { method: "GET", path, token: support.token, reason } as const;
  const { device } = await eventually("the next try, or the quarantine", {
    ask: async () => ({
      device: (await askApi(stage.api, { ...request, answer: supportDeviceSchema })).data,
      actor: await askDeviceActor(house.temporal, client.deviceId),
    }),
    isWanted: (seen) => {
      const next = nextTryOf(seen.device);
      if (next === null) return seen.device.quarantinedCount === 1;
      const at = Date.parse(next.nextAttemptAt);
      const waitsFor = seen.actor?.phase === "WAITING" ? seen.actor.agenda?.dueAt : null;
      return at > house.now() && Date.parse(waitsFor ?? "") === at;
    },
    limitMs: TRIED_WITHIN_MS,
  });
  return device;
}

const nextTryOf = ({ deferredOperations }: SupportDevice) => deferredOperations[0] ?? null;
