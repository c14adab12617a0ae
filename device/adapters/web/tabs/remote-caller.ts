import { SqlFault } from "../../../ports/sql.ts";
import type { CallArguments, CallResults, Channel, Message, Method } from "./messages.ts";
import { errorOf } from "./wire-fault.ts";

/** Sends calls to the owner of the device, and resends unanswered ones to a new owner. */
export function remoteCaller(channel: Channel, uuid: () => string): RemoteCaller {
  const pending = new Map<string, Pending>();
  let isOpen = true;

  channel.listen((message) => {
    if (message.kind === "OWNER") for (const { request } of pending.values()) channel.post(request);
    if (message.kind !== "ANSWER" && message.kind !== "FAILURE") return;
    const answered = pending.get(message.id);
    pending.delete(message.id);
    if (message.kind === "ANSWER") answered?.resolve(message.value);
    else answered?.reject(errorOf(message.fault));
  });

  return {
    async call(method, ...args) {
      if (!isOpen) throw closed();
      const request: CallMessage = { kind: "CALL", id: uuid(), call: { method, args } };
      const answer = new Promise<unknown>((resolve, reject) => {
        pending.set(request.id, { request, resolve, reject });
      });
      channel.post(request);
      const value = await answer;
      if (isResultOf(method, value)) return value;
      throw new TypeError(`The owner of the device does not know ${method}.`);
    },
    close() {
      isOpen = false;
      for (const call of pending.values()) call.reject(closed());
      pending.clear();
    },
  };
}

/** Calls of a page to the owner. */
export interface RemoteCaller {
  call<M extends Method>(method: M, ...args: CallArguments[M]): Promise<CallResults[M]>;
  /** Rejects all unanswered calls. */
  close(): void;
}

type CallMessage = Extract<Message, { readonly kind: "CALL" }>;

interface Pending {
  readonly request: CallMessage;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const closed = () => new SqlFault("LOST", "The page has closed its device.");

/** Both ends are the same library, so an answer to a call has the type of its result. */
function isResultOf<M extends Method>(method: M, value: unknown): value is CallResults[M] {
  return method !== undefined || value !== undefined;
}
