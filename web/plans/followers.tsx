import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../frame/console-context.ts";
import { membersQuery } from "../frame/members-query.ts";
import { Face } from "../kit/face/face.tsx";
import { Failed, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { FollowAgain } from "./acts/follow-again.tsx";
import { isWaiting, nextReadMs } from "./follower-state.ts";
import { type PlanClient, type PlanPlace, planClientsQuery } from "./plans-query.ts";

/** The clients who have the plan, the revision in force for each, and whether they follow newer ones. */
export function Followers({ place, newest }: FollowersProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const clients = useQuery({
    ...planClientsQuery(api, place),
    refetchInterval: ({ state }) =>
      nextReadMs(state.data ?? [], { newest, reads: state.dataUpdateCount }),
  });
  return (
    <>
      <div className="block">
        <h3>{t("plans.followers")}</h3>
        {clients.data && (
          <p className="plan-words">{t("plans.followerCount", { count: clients.data.length })}</p>
        )}
      </div>
      {clients.isPending && <Loading rows={3} />}
      {clients.isError && <Failed error={clients.error} retry={() => void clients.refetch()} />}
      {clients.data?.map((client) => (
        <Follower
          key={client.assignmentId}
          client={client}
          newest={newest}
          workspaceId={place.workspaceId}
        />
      ))}
    </>
  );
}

interface FollowersProps {
  readonly place: PlanPlace;
  /** The plan's newest revision. */
  readonly newest: number;
}

function Follower({ client, newest, workspaceId }: FollowerProps): ReactNode {
  const { t, formats } = useTexts();
  const { relationshipId, planRevision, startDate, endDate, status } = client;
  const { displayName, userId } = client.client;
  const from = formats.localDate(startDate);
  const dates =
    endDate === null
      ? t("plans.since", { from })
      : t("plans.between", { from, to: formats.localDate(endDate) });
  return (
    <div className="line">
      <Face name={displayName} id={userId} />
      <span className="grow">
        <Link
          className="plain cut"
          to="/clients/$relationshipId/$tab"
          params={{ relationshipId, tab: "today" }}
          title={displayName}
        >
          <b>{displayName}</b>
        </Link>
        <span className="meta plan-block">
          {isWaiting(client, newest)
            ? t("plans.getsRevision", { revision: planRevision, newest })
            : t("plans.onRevision", { revision: planRevision })}
          {" · "}
          {dates}
        </span>
        <StayReason client={client} workspaceId={workspaceId} />
      </span>
      {status === "PAUSED" && <span className="tag">{t("plans.paused")}</span>}
      <span className={client.followsNewer ? "tag done" : "tag"}>
        {t(client.followsNewer ? "plans.follows" : "plans.stays")}
      </span>
      {!client.followsNewer && <FollowAgain client={client} workspaceId={workspaceId} />}
    </div>
  );
}

interface FollowerProps {
  readonly client: PlanClient;
  readonly newest: number;
  readonly workspaceId: string;
}

/** Why a client keeps a revision: excepted by whom and when. */
function StayReason({
  client: { excepted },
  workspaceId,
}: Omit<FollowerProps, "newest">): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const members = useQuery({ ...membersQuery(api, workspaceId), enabled: excepted !== null });
  if (excepted === null) return null;
  const name = members.data?.find(({ userId }) => userId === excepted.byUserId)?.displayName;
  const values = { revision: excepted.revision, date: formats.day(new Date(excepted.at)) };
  return (
    <span className="meta plan-block">
      {name === undefined
        ? t("plans.exceptedFrom", values)
        : t("plans.exceptedBy", { ...values, name })}
    </span>
  );
}
