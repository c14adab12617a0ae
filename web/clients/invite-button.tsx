import { type ReactNode, useState } from "react";
import { useMe } from "../frame/use-me.ts";
import { useOffReason } from "../frame/use-off-reason.ts";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { InviteDialog } from "../onboarding/invite-dialog.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** Opens the dialog that invites a client, also by its key. */
export function InviteButton(): ReactNode {
  const { t } = useTexts();
  const { workspace } = useMe();
  const offReason = useOffReason("invitations.manage");
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useKeys([
    {
      keys: ["i"],
      label: t("onboarding.key.invite"),
      isShown: true,
      isOff: offReason !== null,
      run: open,
    },
  ]);
  return (
    <>
      <Button kind="go" icon="plus" keys="i" offReason={offReason} onPress={open}>
        {t("onboarding.invite")}
      </Button>
      {isOpen && (
        <InviteDialog
          workspaceId={workspace.workspaceId}
          replaced={null}
          // Only an invitation that replaces another one revokes it.
          revoke={() => undefined}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
