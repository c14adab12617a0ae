import { randomUUID } from "node:crypto";
import type { QueuedOperation } from "../../../device/outbox/types.ts";
import type { Device, Scope, Surface } from "../../../device/types.ts";
import type { TestApi } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { buildRealCoachPhone } from "./real-coach-phone.ts";
import { type BarePhone, buildBarePhone, buildRealPhone } from "./real-phone.ts";

/** The app of a surface as a release gate plays it: two phones of one person, and acts on one object. */
export interface GateApp {
  readonly phone: BarePhone;
  readonly second: BarePhone;
  readonly relationshipId: string;
  /**
   * Queues an act on the object that both phones know. DONE and OTHER exclude each other on one revision; the rules of
   * the server refuse INVALID.
   */
  act(device: Device, what: GateAct): Promise<QueuedOperation>;
  /** The accepted plane of the object, as the device shows it. */
  accepted(device: Device): Promise<unknown>;
}

type GateAct = "DONE" | "OTHER" | "INVALID";

/** Builds the app of a surface, whose phones are not signed in yet. */
export async function buildGateApp(
  surface: Surface,
  api: TestApi,
  issuer: TestIssuer,
): Promise<GateApp> {
  return surface === "CLIENT_MOBILE"
    ? await buildClientApp(api, issuer)
    : await buildCoachApp(api, issuer);
}

/** The scope of a relationship on a device. */
export async function scopeOf(device: Device, relationshipId: string): Promise<Scope> {
  const scope = (await device.scopes()).find(({ scopeId }) => scopeId === relationshipId);
  if (scope === undefined) throw new Error("The device does not have the relationship");
  return scope;
}

/** A client ticks items of a meal. */
async function buildClientApp(api: TestApi, issuer: TestIssuer): Promise<GateApp> {
  const phone = await buildRealPhone(api, issuer);
  const { relationshipId } = phone.pair;
  const { id: taskId, items } = phone.agenda.meal;
  const itemOf: Readonly<Record<GateAct, string | undefined>> = {
    DONE: items[0]?.id,
    OTHER: items[1]?.id,
    INVALID: randomUUID(),
  };
  return {
    phone,
    second: await buildBarePhone(api, phone.tokens.accessToken),
    relationshipId,
    async act(device, what) {
      const scope = await scopeOf(device, relationshipId);
      const payload = { taskId, itemId: itemOf[what] };
      return await scope.enqueue({ operationType: "quick-log.complete-item", payload });
    },
    async accepted(device) {
      const day = await (await scopeOf(device, relationshipId)).today();
      return day?.tasks.find((task) => task.taskId === taskId)?.accepted;
    },
  };
}

/** A coach decides about a row of the inbox. */
async function buildCoachApp(api: TestApi, issuer: TestIssuer): Promise<GateApp> {
  const phone = await buildRealCoachPhone(api, issuer);
  const { relationshipId } = phone.first;
  const { id: taskId } = await phone.message(phone.first);
  const acts = {
    DONE: { act: "RESOLVE", resolutionType: "MESSAGE_SENT", taskId },
    OTHER: { act: "DISMISS", dismissReason: "NOT_RELEVANT", taskId },
    INVALID: { act: "RESOLVE", resolutionType: "PLAN_UPDATED", taskId },
  } as const;
  return {
    phone,
    second: await buildBarePhone(api, phone.tokens.accessToken, "COACH_MOBILE"),
    relationshipId,
    async act(device, what) {
      const inbox = await device.part("inbox");
      const { clientOperationId } = await inbox.act(acts[what]);
      const operation = await (await scopeOf(device, relationshipId)).operation(clientOperationId);
      if (operation === null) throw new Error("The act was not queued");
      return operation;
    },
    accepted: async (device) =>
      (await (await device.part("inbox")).task({ taskId }))?.accepted.status,
  };
}
