import type { Channel, Message } from "../../../device/adapters/web/tabs/messages.ts";
import type { ServeOptions } from "../../../device/adapters/web/tabs/serve-device.ts";

/** The tabs of a site: their channel, their lock, and a switch that kills a worker at once. */
export function makeTabs(): Tabs {
  const ends = new Set<End>();
  const waiting: (() => void)[] = [];
  let isOwned = false;

  return {
    channel: () => connect().channel,
    startWorker() {
      const end = connect();
      const options = {
        channel: end.channel,
        async whileOwner(work: () => Promise<void>) {
          if (isOwned) await new Promise<void>((next) => waiting.push(next));
          isOwned = true;
          end.owns = true;
          await work();
        },
      };
      return { options, kill: () => kill(end) };
    },
  };

  function connect(): End {
    const end: End = { listeners: [], owns: false, channel: { post, listen, close } };
    ends.add(end);
    return end;

    function post(message: Message): void {
      if (!ends.has(end)) return;
      const copy = structuredClone(message);
      for (const other of ends) if (other !== end) setImmediate(() => deliver(other, copy));
    }
    function listen(listener: (message: Message) => void): void {
      end.listeners.push(listener);
    }
    function close(): void {
      ends.delete(end);
    }
  }

  function deliver(end: End, message: Message): void {
    if (ends.has(end)) for (const listener of end.listeners) listener(message);
  }

  function kill(end: End): void {
    ends.delete(end);
    if (!end.owns) return;
    isOwned = false;
    waiting.shift()?.();
  }
}

export interface Tabs {
  /** A page's end of the channel. */
  channel(): Channel;
  /** The dependencies of a worker that calls `serveDevice`, and a way to kill it. */
  startWorker(): {
    readonly options: Pick<ServeOptions, "channel" | "whileOwner">;
    kill(): void;
  };
}

interface End {
  readonly listeners: ((message: Message) => void)[];
  readonly channel: Channel;
  owns: boolean;
}
