import type { DeviceState } from "../../../types.ts";
import type { Channel } from "./messages.ts";
import type { RemoteCaller } from "./remote-caller.ts";

/** The listeners of a page, which the owner of the device notifies. */
export function remoteWatchers(channel: Channel, caller: RemoteCaller): RemoteWatchers {
  const ofState = new Set<(state: DeviceState) => void>();
  const ofScopes = new Map<string, Set<() => void>>();

  channel.listen((message) => {
    if (message.kind === "OWNER") catchUp();
    if (message.kind === "STATE_CHANGED") notifyOfState(message.state);
    if (message.kind === "SCOPE_CHANGED") notifyOfScope(message.scopeId);
  });

  return {
    watchState: (listener) => addTo(ofState, listener),
    watchScope(scopeId, listener) {
      const listeners = ofScopes.get(scopeId) ?? new Set();
      ofScopes.set(scopeId, listeners);
      channel.post({ kind: "WATCH", scopeId });
      return addTo(listeners, listener);
    },
  };

  /** A new owner knows no watchers, and anything may have changed before it started. */
  function catchUp(): void {
    for (const scopeId of ofScopes.keys()) {
      channel.post({ kind: "WATCH", scopeId });
      notifyOfScope(scopeId);
    }
    // The page's own calls report the fault.
    if (ofState.size > 0) caller.call("state").then(notifyOfState, () => null);
  }

  function notifyOfState(state: DeviceState): void {
    for (const listener of ofState) listener(state);
  }

  function notifyOfScope(scopeId: string): void {
    for (const listener of ofScopes.get(scopeId) ?? []) listener();
  }
}

/** The watchers of a page. The returned functions end them. */
export interface RemoteWatchers {
  watchState(listener: (state: DeviceState) => void): () => void;
  watchScope(scopeId: string, listener: () => void): () => void;
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
