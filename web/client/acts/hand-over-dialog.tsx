import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { membersQuery } from "../../frame/members-query.ts";
import { Choices } from "../../kit/choices.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useOfflineReason } from "../../kit/hooks/use-offline-reason.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import { useClientAct } from "./use-client-act.ts";

/** Makes another member the responsible coach. */
export function HandOverDialog({ place, client, close }: HandOverDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const offReason = useOfflineReason();
  const members = useQuery(membersQuery(api, place.workspaceId));
  const sent = useClientAct(
    place,
    async (coachUserId: string) =>
      await answer(
        api.PUT("/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/coach", {
          params: { path: { ...place } },
          body: { coachUserId },
        }),
      ),
    close,
  );
  const name = client.clientDisplayName;
  const others = members.data?.filter(({ userId }) => userId !== client.coachUserId) ?? [];
  return (
    <Dialog title={t("client.ask.HAND_OVER", { name })} close={close}>
      <p>{t("client.effect.HAND_OVER", { name, coach: client.coachDisplayName })}</p>
      {members.isPending && <Loading rows={2} />}
      {members.isError && <Failed error={members.error} retry={() => void members.refetch()} />}
      {members.data && others.length === 0 && <p className="meta">{t("client.noOtherCoach")}</p>}
      {sent.isPending && <Loading rows={2} />}
      {others.length > 0 && !sent.isPending && (
        <Choices
          label={t("client.ask.HAND_OVER", { name })}
          choices={others.map(({ userId, displayName }) => ({ id: userId, name: displayName }))}
          offReason={offReason}
          choose={(id) => sent.mutate(id)}
        />
      )}
      {sent.isError && <Failed error={sent.error} />}
    </Dialog>
  );
}

interface HandOverDialogProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly close: () => void;
}
