import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { Problem } from "../../api/problem.ts";
import { againWhilePassing } from "../../api/query-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { arrivalStep } from "../arrival-step.ts";
import { Doorway } from "../doorway.tsx";
import { type Joined, JoinOffer } from "./join-offer.tsx";
import { JoinRefused } from "./join-refused.tsx";
import { type Joiner, joinRefusal } from "./join-step.ts";

/** The page of a person who comes from an invitation to join: what is joined, the act, or why it cannot be. */
export function JoinPage({
  joinHandle,
  joiner,
  own,
  enter,
  leave,
  refuse,
}: JoinPageProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const found = useQuery({
    queryKey: ["arrival", "join", joinHandle],
    queryFn: async () =>
      await answer(
        api.POST("/api/v1/member-invitations/joining-preview", { body: { joinHandle } }),
      ),
    refetchInterval: againWhilePassing,
    // A refusal counts as an attempt: coming back to the page must not make another one.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
  });
  const [failure, setFailure] = useState<unknown>(null);
  const [joined, setJoined] = useState<Joined | null>(null);
  const cause = failure ?? found.error;
  const refusal = cause instanceof Problem ? joinRefusal(cause) : null;
  const again = () => {
    setFailure(null);
    void found.refetch();
  };
  if (joined !== null && own !== null)
    return (
      <Doorway
        title={t("join.joined", { workspace: joined.name })}
        lead={t("join.joinedLead", { own })}
      >
        <Button kind="go" onPress={() => enter(joined.workspaceId)}>
          {t("arrival.openWorkspace", { workspace: joined.name })}
        </Button>
        <Button onPress={() => enter(null)}>
          {t("arrival.openWorkspace", { workspace: own })}
        </Button>
      </Doorway>
    );
  if (refusal !== null)
    return <JoinRefused refusal={refusal} joiner={joiner} again={again} leave={leave} />;
  if (found.isPending || found.isError)
    return (
      <Doorway title={t("join.invitation")}>
        {found.isError ? <Failed error={found.error} retry={again} /> : <Loading rows={3} />}
      </Doorway>
    );
  return (
    <JoinOffer
      offer={found.data}
      joinHandle={joinHandle}
      joiner={joiner}
      leave={leave}
      joined={(workspace) => {
        if (own === null || workspace === null) enter(workspace?.workspaceId ?? null);
        else setJoined(workspace);
      }}
      refuse={(problem) => {
        if (joinRefusal(problem) !== null) setFailure(problem);
        else if (arrivalStep(problem).kind !== "UNAVAILABLE") refuse(problem);
      }}
    />
  );
}

interface JoinPageProps {
  readonly joinHandle: string;
  readonly joiner: Joiner;
  /** The workspace that the person has already; null if the console opens the joined one. */
  readonly own: string | null;
  /** Opens the console after joining, in the joined workspace or, for null, as it was. */
  readonly enter: (joinedId: string | null) => void;
  /** Goes on without the invitation. */
  readonly leave: () => void;
  /** Shows the step of a refusal that has nothing to do with the invitation. */
  readonly refuse: (refusal: Problem) => void;
}
