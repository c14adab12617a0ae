import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { plansKey } from "../plans-query.ts";
import { refusalText } from "../words/refusal-text.ts";

/** Lets a client follow the plan again: the newest revision applies from today on. The row shows a refusal. */
export function FollowAgain({ client, workspaceId }: FollowAgainProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const offReason = useActReason("plans.assign");
  const queries = useQueryClient();
  const keyOf = useActKey();
  const { relationshipId, assignmentId } = client;
  const followed = useMutation({
    mutationFn: async () =>
      await answer(
        api.POST(
          "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/plan-assignments/{assignmentId}/follow",
          {
            params: {
              path: { workspaceId, relationshipId, assignmentId },
              header: { "Idempotency-Key": keyOf([assignmentId, client.planRevision]) },
            },
          },
        ),
      ),
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: plansKey(workspaceId) }),
        queries.invalidateQueries({ queryKey: ["client", relationshipId] }),
      ]);
    },
  });
  return (
    <span className="stack">
      <Button
        kind="quiet"
        isPending={followed.isPending}
        offReason={offReason}
        aria-label={t("plans.followAgainName", { name: client.client.displayName })}
        onPress={() => followed.mutate()}
      >
        {t("plans.followAgain")}
      </Button>
      {followed.isError && (
        <span className="error" role="alert">
          {refusalText(texts, followed.error)}
        </span>
      )}
    </span>
  );
}

interface FollowAgainProps {
  readonly workspaceId: string;
  readonly client: {
    readonly relationshipId: string;
    readonly assignmentId: string;
    readonly planRevision: number;
    readonly client: { readonly displayName: string };
  };
}
