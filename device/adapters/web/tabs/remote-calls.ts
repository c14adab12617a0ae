import type { Device, Scope } from "../../../types.ts";
import { performOnPart } from "./perform-on-part.ts";
import type { Call, CallArguments, CallResults, Method } from "./messages.ts";

/** Carries out the calls of pages on a device. */
export function remoteCalls(device: Device): RemoteCalls {
  const perform: Performed = {
    state: () => device.state(),
    signIn: (tokens, act) => device.signIn(tokens, act),
    scopeIds: async () => (await device.scopes()).map(({ scopeId }) => scopeId),
    sync: () => device.sync(),
    signOut: (losing, act) => device.signOut(losing, act),
    async enqueue(scopeId, action) {
      await (await scopeOf(scopeId)).enqueue(action);
    },
    preview: async (scopeId, action) => await (await scopeOf(scopeId)).preview(action),
    today: async (scopeId) => await (await scopeOf(scopeId)).today(),
    operations: async (scopeId) => await (await scopeOf(scopeId)).operations(),
    hasOperation: async (scopeId, id) => (await (await scopeOf(scopeId)).operation(id)) !== null,
    operationState: async (scopeId, id) => await (await operationOf(scopeId, id)).state(),
    verdict: async (scopeId, id) => await (await operationOf(scopeId, id)).verdict(),
    refresh: async (scopeId) => await (await scopeOf(scopeId)).refresh(),
    scopePart: async (scopeId, name, call) =>
      await performOnPart(await (await scopeOf(scopeId)).part(name), call),
    devicePart: async (name, call) => await performOnPart(await device.part(name), call),
  };
  return ({ method, args }) => perform[method](...args);

  async function scopeOf(scopeId: string): Promise<Scope> {
    const scope = (await device.scopes()).find((known) => known.scopeId === scopeId);
    if (scope === undefined) throw new Error("The device does not know this scope.");
    return scope;
  }

  async function operationOf(scopeId: string, clientOperationId: string) {
    const operation = await (await scopeOf(scopeId)).operation(clientOperationId);
    if (operation === null) throw new Error("The device does not have this operation.");
    return operation;
  }
}

/** Carries out one call. */
export type RemoteCalls = <M extends Method>(call: Call<M>) => Promise<CallResults[M]>;

type Performed = {
  readonly [M in Method]: (...args: CallArguments[M]) => Promise<CallResults[M]>;
};
