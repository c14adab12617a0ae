import type { Member } from "./member-acts.ts";

/** Props of each dialog about a member. */
export interface MemberDialogProps {
  readonly workspaceId: string;
  readonly member: Member;
  readonly members: readonly Member[];
  /** Closes the dialog and says what was done. */
  readonly finish: (text: string) => void;
  readonly close: () => void;
}
