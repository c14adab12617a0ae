import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { Failed } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ME_KEY } from "./me-query.ts";
import { useMe } from "../use-me.ts";
import { useOpenWorkspace } from "./use-open-workspace.ts";
import type { WorkspaceSwitchProps } from "./workspace-menu.tsx";

/** The switches of the workspace, the key that opens their menu, and why the last one was not opened. */
export function useWorkspaceSwitch(): SwitchOfWorkspaces {
  const { t } = useTexts();
  const { workspaces } = useMe();
  const queries = useQueryClient();
  const open = useOpenWorkspace();
  const act = useMutation({
    mutationFn: async (workspaceId: string) => await open(workspaceId),
    // The membership may have ended since the list was read.
    onError: async () => await queries.invalidateQueries({ queryKey: ME_KEY }),
  });
  const [openAt, setOpenAt] = useState<Place | null>(null);
  useKeys(
    [
      {
        keys: ["g w"],
        label: t("frame.switchWorkspace"),
        run: () => setOpenAt(isWide() ? "SIDE" : "TOP"),
      },
    ],
    { isActive: workspaces.length > 1, isBelowAll: true },
  );
  const at = (place: Place): WorkspaceSwitchProps => ({
    isOpen: openAt === place,
    setIsOpen(isOpen) {
      if (isOpen) setOpenAt(place);
      // A menu that closes late does not close the other one.
      else setOpenAt((now) => (now === place ? null : now));
    },
    switchTo: act.mutate,
  });
  return {
    side: at("SIDE"),
    top: at("TOP"),
    failure: act.isError ? <Failed error={act.error} /> : null,
  };
}

type Place = "SIDE" | "TOP";

/** Whether the navigation stands at the side; a narrow screen has it above and below. */
const isWide = () => document.querySelector(".side")?.checkVisibility() === true;

interface SwitchOfWorkspaces {
  /** The switch at the side, and the one above on a narrow screen. */
  readonly side: WorkspaceSwitchProps;
  readonly top: WorkspaceSwitchProps;
  /** Why the last one was not opened; null if it was. */
  readonly failure: ReactNode;
}
