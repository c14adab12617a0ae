import { useState } from "react";
import { CONSOLE_PATHS } from "../../../contract/console-paths.ts";
import { useOpenWorkspace } from "../../frame/workspace/use-open-workspace.ts";

/** Opens the console after joining, and whether that is under way: in the joined workspace or, for null, as it was. */
export function useEnter({ dropJoinHandle, readAgain }: Entrance): Entering {
  const [isEntering, setIsEntering] = useState(false);
  const open = useOpenWorkspace();
  const enter = async (joinedId: string | null) => {
    setIsEntering(true);
    dropJoinHandle();
    const isOnlyOne = (await readAgain()).data?.workspaces.length === 1;
    // Without an answer the former workspace opens, and its menu has the joined one.
    if (joinedId !== null && !isOnlyOne)
      await open(joinedId, CONSOLE_PATHS.inbox).catch(() => undefined);
    setIsEntering(false);
  };
  return { isEntering, enter: (joinedId) => void enter(joinedId) };
}

interface Entrance {
  readonly dropJoinHandle: () => void;
  /** Reads the coach again, whose workspaces have changed. */
  readonly readAgain: () => Promise<{
    readonly data?: { readonly workspaces: readonly unknown[] } | undefined;
  }>;
}

interface Entering {
  readonly isEntering: boolean;
  readonly enter: (joinedId: string | null) => void;
}
