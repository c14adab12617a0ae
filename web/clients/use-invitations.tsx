import { type ReactNode, useState } from "react";
import { useMe } from "../frame/use-me.ts";
import { useOffReason } from "../frame/use-off-reason.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { CsvDialog } from "../onboarding/csv-dialog.tsx";
import { InviteDialog } from "../onboarding/invite-dialog.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** Invites one person or those of a file, also by its key. The page draws the buttons where they lead, and the dialog. */
export function useInvitations(): Invitations {
  const { t } = useTexts();
  const { workspaceId } = useMe().workspace;
  const offReason = useOffReason("invitations.manage");
  const [asked, setAsked] = useState<"ONE" | "FILE" | null>(null);
  const close = () => setAsked(null);
  const invite = () => setAsked("ONE");
  useKeys([
    {
      keys: ["i"],
      label: t("onboarding.key.invite"),
      isShown: true,
      isOff: offReason !== null,
      run: invite,
    },
  ]);
  return {
    offReason,
    invite,
    importFile: () => setAsked("FILE"),
    dialog: (
      <>
        {asked === "ONE" && (
          <InviteDialog
            workspaceId={workspaceId}
            replaced={null}
            // Only an invitation that replaces another one revokes it.
            revoke={() => undefined}
            close={close}
          />
        )}
        {asked === "FILE" && <CsvDialog workspaceId={workspaceId} close={close} />}
      </>
    ),
  };
}

/** How a roster gets its clients. */
export interface Invitations {
  /** Why the reader may not invite; null if they may. */
  readonly offReason: string | null;
  readonly invite: () => void;
  readonly importFile: () => void;
  /** The open dialog, if any. It stays while the page changes below it. */
  readonly dialog: ReactNode;
}
