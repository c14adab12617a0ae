/** Opens the channel to the other tabs of this browser. They exchange what happened, never tokens. */
export function openTabs(): Tabs {
  const channel = new BroadcastChannel("sideline-console");
  const listen = (listener: (message: TabMessage) => void) =>
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (isTabMessage(data)) listener(data);
    });
  return {
    tellSignedOut: () => channel.postMessage({ kind: "SIGNED_OUT" } satisfies TabMessage),
    onSignedOut: (listener) => listen(({ kind }) => kind === "SIGNED_OUT" && listener()),
    tellChanged: (person, workspace) =>
      channel.postMessage({ kind: "CHANGED", person, workspace } satisfies TabMessage),
    onChanged: (listener) =>
      listen((message) => {
        if (message.kind === "CHANGED") listener(message.person, message.workspace);
      }),
  };
}

/** The channel to the other tabs. */
export interface Tabs {
  readonly tellSignedOut: () => void;
  readonly onSignedOut: (listener: () => void) => void;
  /** Something of a person's workspace changed, by user id and workspace id. */
  readonly tellChanged: (person: string, workspace: string) => void;
  readonly onChanged: (listener: (person: string, workspace: string) => void) => void;
}

type TabMessage =
  | { readonly kind: "SIGNED_OUT" }
  | { readonly kind: "CHANGED"; readonly person: string; readonly workspace: string };

function isTabMessage(data: unknown): data is TabMessage {
  return typeof data === "object" && data !== null && "kind" in data;
}
