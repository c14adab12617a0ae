import type { Device } from "../../../types.ts";
import type { Channel, Message } from "./messages.ts";
import { openPatiently } from "./open-patiently.ts";
import { type RemoteCalls, remoteCalls } from "./remote-calls.ts";
import { wireFault } from "./wire-fault.ts";

/**
 * Serves the device of a site to its pages. Every tab starts a worker that calls this; one worker at a time gets the
 * lock, opens the device and answers. The lock ends with its worker, and the next one takes over.
 *
 * If the device cannot be opened, calls fail with the reason, and each later call tries again.
 */
export async function serveDevice(options: ServeOptions): Promise<void> {
  await options.whileOwner(async () => {
    const { channel } = options;
    const receive = receiver(channel, openOnce(options));
    channel.listen((message) => receive(message));
    channel.post({ kind: "OWNER" });
    await new Promise(() => undefined);
  });
}

/** The dependencies of a worker that serves the device. */
export interface ServeOptions {
  readonly channel: Channel;
  /** Waits for the lock of the site, and keeps it as long as the work lasts. */
  whileOwner(work: () => Promise<void>): Promise<void>;
  /** Opens the database and the device over it. */
  readonly open: () => Promise<Device>;
  readonly pause: (ms: number) => Promise<void>;
}

interface OwnedDevice {
  readonly device: Device;
  readonly perform: RemoteCalls;
}

/** Opens the device at once, and again at the next call if that failed. */
function openOnce({ channel, open, pause }: ServeOptions): () => Promise<OwnedDevice> {
  let opening: Promise<OwnedDevice> | null = null;
  owned().catch(() => null);
  return owned;

  function owned(): Promise<OwnedDevice> {
    opening ??= openAndWatch().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function openAndWatch(): Promise<OwnedDevice> {
    const device = await openPatiently(open, pause);
    device.watch((state) => channel.post({ kind: "STATE_CHANGED", state }));
    return { device, perform: remoteCalls(device) };
  }
}

function receiver(channel: Channel, owned: () => Promise<OwnedDevice>) {
  const seen = new Set<string>();
  /** Scopes that pages show, with the device that watches each. A reopened device watches again. */
  const wanted = new Map<string, Device | null>();

  return (message: Message): void => {
    if (message.kind === "WATCH") {
      if (!wanted.has(message.scopeId)) wanted.set(message.scopeId, null);
      watchWanted().catch(() => null);
    }
    // A call sent both before and after the announcement is one call.
    if (message.kind !== "CALL" || seen.has(message.id)) return;
    if (seen.size >= MOST_SEEN) seen.clear();
    seen.add(message.id);
    void answer(message);
  };

  async function answer({ id, call }: Extract<Message, { kind: "CALL" }>): Promise<void> {
    try {
      const { perform } = await owned();
      channel.post({ kind: "ANSWER", id, value: await perform(call) });
      watchWanted().catch(() => null);
    } catch (error) {
      channel.post({ kind: "FAILURE", id, fault: wireFault(error) });
    }
  }

  async function watchWanted(): Promise<void> {
    const { device } = await owned();
    if ([...wanted.values()].every((watcher) => watcher === device)) return;
    for (const scope of await device.scopes()) {
      const { scopeId } = scope;
      if (!wanted.has(scopeId) || wanted.get(scopeId) === device) continue;
      wanted.set(scopeId, device);
      scope.watch(() => channel.post({ kind: "SCOPE_CHANGED", scopeId }));
    }
  }
}

/** Ids of calls that the owner remembers; a page sends a call again only when an owner announces itself. */
const MOST_SEEN = 10_000;
