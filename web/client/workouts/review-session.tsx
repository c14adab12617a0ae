import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { Failed } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace } from "../client-queries.ts";

/** Marks a workout as reviewed. */
export function ReviewSession({ place, sessionId }: ReviewSessionProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const keyOf = useActKey();
  const { relationshipId } = place;
  const review = useClientAct(
    place,
    async () =>
      await answer(
        api.POST(
          "/api/v1/coach/relationships/{relationshipId}/workout-sessions/{sessionId}/review",
          {
            params: {
              path: { relationshipId, sessionId },
              header: { "Idempotency-Key": keyOf(sessionId) },
            },
          },
        ),
      ),
    () => {},
  );
  const offReason = useActReason();
  const send = () => review.mutate(undefined);
  useKeys([
    {
      keys: ["e"],
      label: t("client.key.review"),
      isShown: true,
      isOff: offReason !== null,
      run: send,
    },
  ]);
  return (
    <>
      <Button kind="go" keys="e" isPending={review.isPending} offReason={offReason} onPress={send}>
        {t("client.reviewSession")}
      </Button>
      <span className="meta">{t("client.reviewSessionHint")}</span>
      {review.isError && <Failed error={review.error} />}
    </>
  );
}

interface ReviewSessionProps {
  readonly place: ClientPlace;
  readonly sessionId: string;
}
