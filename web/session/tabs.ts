/** Opens the channel to the other tabs of this browser. They exchange what happened, never tokens. */
export function openTabs(): Tabs {
  const channel = new BroadcastChannel("sideline-console");
  const tell = (message: TabMessage) => channel.postMessage(message);
  const listen = (listener: (message: TabMessage) => void) => {
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (isTabMessage(data)) listener(data);
    };
    channel.addEventListener("message", onMessage);
    return () => channel.removeEventListener("message", onMessage);
  };
  return {
    tellSignedOut: () => tell({ kind: "SIGNED_OUT" }),
    onSignedOut: (listener) => listen(({ kind }) => kind === "SIGNED_OUT" && listener()),
    tellChanged: (workspace, kinds, clients) =>
      tell({ kind: "CHANGED", workspace, kinds, clients }),
    tellAlive: (workspace) => tell({ kind: "ALIVE", workspace }),
    onAlive: (listener) =>
      listen((message) => message.kind === "ALIVE" && listener(message.workspace)),
    onChanged: (listener) =>
      listen((message) => {
        // A tab of an older version names no clients.
        if (message.kind === "CHANGED")
          listener(message.workspace, message.kinds, message.clients ?? []);
      }),
  };
}

/** The channel to the other tabs. Each subscription returns a function that ends it. */
export interface Tabs {
  readonly tellSignedOut: () => void;
  readonly onSignedOut: (listener: () => void) => () => void;
  /** Kinds of things that changed in a workspace, and the relationships of the clients among them. */
  readonly tellChanged: (
    workspace: string,
    kinds: readonly string[],
    clients: readonly string[],
  ) => void;
  /** Says that the server has just answered for a workspace. */
  readonly tellAlive: (workspace: string) => void;
  readonly onAlive: (listener: (workspace: string) => void) => () => void;
  readonly onChanged: (
    listener: (workspace: string, kinds: readonly string[], clients: readonly string[]) => void,
  ) => () => void;
}

type TabMessage =
  | { readonly kind: "SIGNED_OUT" }
  | { readonly kind: "ALIVE"; readonly workspace: string }
  | {
      readonly kind: "CHANGED";
      readonly workspace: string;
      readonly kinds: readonly string[];
      readonly clients?: readonly string[];
    };

/** Only this page's own code sends on the channel; another version may send kinds that this one does not know. */
function isTabMessage(data: unknown): data is TabMessage {
  return typeof data === "object" && data !== null && "kind" in data;
}
