import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { membersQuery } from "../../frame/members-query.ts";
import { useMe } from "../../frame/use-me.ts";
import { useOffReason } from "../../frame/use-off-reason.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { type Done, UndoBar } from "../../kit/undo-bar.tsx";
import { SignedInAgain } from "../kit/signed-in-again.tsx";
import { InvitationsCard } from "./invitations-card.tsx";
import { LeaveCard } from "./leave-card.tsx";
import { type Member, type MemberAct, memberActs } from "./member-acts.ts";
import { MemberDialog } from "./member-dialog.tsx";
import { MembersCard } from "./members-card.tsx";

/** The coaches of the workspace and the invitations of further ones, for the owner; the way out for the others. */
export function MembersPart(): ReactNode {
  const { workspace } = useMe();
  // Stands here because who hands the workspace over sees another part afterwards.
  const [done, setDone] = useState<Done | null>(null);
  const dismissDone = useRef(() => setDone(null)).current;
  return (
    <div className="stack-l setting-column">
      {workspace.role === "OWNER" ? (
        <Members
          workspaceId={workspace.workspaceId}
          say={(text) => setDone({ text, undo: null })}
        />
      ) : (
        <LeaveCard workspaceId={workspace.workspaceId} />
      )}
      {done && <UndoBar done={done} dismiss={dismissDone} />}
    </div>
  );
}

function Members({ workspaceId, say }: MembersProps): ReactNode {
  const { api } = useConsole();
  const { user } = useMe();
  const mayManage = useOffReason("workspace.manage") === null;
  const found = useQuery(membersQuery(api, workspaceId));
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const finish = (text: string) => {
    setAsked(null);
    say(text);
  };
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />;
  const actsOf = (member: Member) =>
    mayManage ? memberActs(member, { userId: user.userId, count: found.data.length }) : [];
  return (
    <>
      <SignedInAgain act="hand-over" />
      <MembersCard
        members={found.data}
        userId={user.userId}
        actsOf={actsOf}
        ask={(act, member) => setAsked({ act, member })}
      />
      {mayManage && <InvitationsCard workspaceId={workspaceId} finish={finish} />}
      {asked && (
        <MemberDialog
          workspaceId={workspaceId}
          act={asked.act}
          member={asked.member}
          members={found.data}
          finish={finish}
          close={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface MembersProps {
  readonly workspaceId: string;
  /** Says what was done. */
  readonly say: (text: string) => void;
}

interface AskedAct {
  readonly act: MemberAct;
  readonly member: Member;
}
