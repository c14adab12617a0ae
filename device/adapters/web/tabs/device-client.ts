import type { DevicePartName } from "../../../parts/types.ts";
import type { Device, DeviceState, Scope, SessionAct, Surface } from "../../../types.ts";
import type { Channel } from "./messages.ts";
import { remoteCaller } from "./remote-caller.ts";
import { remoteParts } from "./remote-part.ts";
import { remoteScope } from "./remote-scope.ts";
import { remoteWatchers } from "./remote-watchers.ts";

/**
 * The device as a page uses it. The worker of one tab owns the device and receives every call. If that tab is closed,
 * the next worker becomes the owner and gets all unanswered calls. An action may therefore arrive twice, which is why
 * the page chooses its id. A sign-in or sign-out also names the session that the page showed.
 */
export function deviceClient({ channel, surface, uuid }: DeviceClientOptions): Device {
  const caller = remoteCaller(channel, uuid);
  const watchers = remoteWatchers(channel, caller);
  const scopes = new Map<string, Scope>();
  /** The session that the person sees; undefined until this page has read one. */
  let shownSession: string | null | undefined;
  channel.listen((message) => {
    if (message.kind === "STATE_CHANGED") shownSession = message.state.sessionId;
  });

  return {
    surface,
    state: readState,
    watch: (listener) => watchers.watchState(listener),
    signIn: async (tokens, act) => await caller.call("signIn", tokens, act ?? (await actNow())),
    scopes: async () => (await caller.call("scopeIds")).map(scopeOf),
    sync: () => caller.call("sync"),
    part: remoteParts<DevicePartName>(
      async (name, call) => await caller.call("devicePart", name, call),
      uuid,
    ),
    signOut: async (losing, act) => await caller.call("signOut", losing, act ?? (await actNow())),
    /** Ends the page's part; the device stays open for other tabs. */
    async close() {
      caller.close();
      channel.close();
    },
  };

  async function readState(): Promise<DeviceState> {
    const state = await caller.call("state");
    shownSession = state.sessionId;
    return state;
  }

  /** A call of a suspended page may reach a new owner much later, when somebody else has signed in. */
  async function actNow(): Promise<SessionAct> {
    const callId = uuid();
    const sessionId = shownSession === undefined ? (await readState()).sessionId : shownSession;
    return { callId, sessionId };
  }

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
