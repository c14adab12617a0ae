import type { Device, Scope, Surface } from "../../../types.ts";
import type { Channel } from "./messages.ts";
import { remoteCaller } from "./remote-caller.ts";
import { remoteScope } from "./remote-scope.ts";
import { remoteWatchers } from "./remote-watchers.ts";

/**
 * The device as a page uses it. The worker of one tab owns the device and receives every call. If that tab is closed,
 * the next worker becomes the owner and gets all unanswered calls. An action may therefore arrive twice, which is why
 * the page chooses its id.
 */
export function deviceClient({ channel, surface, uuid }: DeviceClientOptions): Device {
  const caller = remoteCaller(channel, uuid);
  const watchers = remoteWatchers(channel, caller);
  const scopes = new Map<string, Scope>();

  return {
    surface,
    state: () => caller.call("state"),
    watch: (listener) => watchers.watchState(listener),
    signIn: (tokens) => caller.call("signIn", tokens),
    scopes: async () => (await caller.call("scopeIds")).map(scopeOf),
    sync: () => caller.call("sync"),
    signOut: (losing) => caller.call("signOut", losing),
    /** Ends the page's part; the device stays open for other tabs. */
    async close() {
      caller.close();
      channel.close();
    },
  };

  function scopeOf(scopeId: string): Scope {
    const known = scopes.get(scopeId) ?? remoteScope(scopeId, caller, { watchers, uuid });
    scopes.set(scopeId, known);
    return known;
  }
}

/** The dependencies of a page that uses the device. */
export interface DeviceClientOptions {
  readonly channel: Channel;
  readonly surface: Surface;
  readonly uuid: () => string;
}
