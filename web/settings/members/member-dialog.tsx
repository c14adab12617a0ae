import type { ReactNode } from "react";
import { HandClientsDialog } from "./hand-clients-dialog.tsx";
import { MakeOwnerDialog } from "./make-owner-dialog.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";
import type { MemberAct } from "./member-acts.ts";
import { RemoveDialog } from "./remove-dialog.tsx";

/** The dialog of an act about a member. */
export function MemberDialog({ act, ...props }: AnyDialogProps): ReactNode {
  switch (act) {
    case "HAND_CLIENTS":
      return <HandClientsDialog {...props} />;
    case "MAKE_OWNER":
      return <MakeOwnerDialog {...props} />;
    case "REMOVE":
      return <RemoveDialog {...props} />;
  }
}

interface AnyDialogProps extends MemberDialogProps {
  readonly act: MemberAct;
}
