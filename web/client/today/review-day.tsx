import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogActs } from "../../kit/dialog-acts.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { Failed } from "../../kit/states.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace, SummaryDay } from "../client-queries.ts";

/** Reviews a day in the version that the coach has read. It cannot be taken back, so it asks. */
export function ReviewDay({ place, day, seenAt }: ReviewDayProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const [isAsked, setIsAsked] = useState(false);
  const keyOf = useActKey();
  const { relationshipId } = place;
  const { localDate, agendaVersion, reviewedAt } = day;
  const date = formats.localDate(localDate);
  const review = useClientAct(
    place,
    async () =>
      await answer(
        api.POST("/api/v1/coach/relationships/{relationshipId}/days/{localDate}/review", {
          params: {
            path: { relationshipId, localDate },
            header: { "Idempotency-Key": keyOf([localDate, agendaVersion, seenAt]) },
          },
          body: { agendaVersion, seenAt },
        }),
      ),
    () => setIsAsked(false),
  );
  useKeys([
    { keys: ["e"], label: t("client.key.review"), isShown: true, run: () => setIsAsked(true) },
  ]);
  return (
    <>
      <Button kind={reviewedAt === null ? "go" : "plain"} keys="e" onPress={() => setIsAsked(true)}>
        {t(reviewedAt === null ? "client.review" : "client.reviewAgain")}
      </Button>
      {reviewedAt !== null && (
        <span className="meta">
          {t("client.reviewed", { at: formats.moment(new Date(reviewedAt)) })}
        </span>
      )}
      {isAsked && (
        <Dialog
          title={t("client.reviewTitle", { date })}
          close={() => setIsAsked(false)}
          footer={
            <DialogActs
              go={t("client.reviewGo", { date })}
              autoFocus
              sent={review}
              send={() => review.mutate(undefined)}
              close={() => setIsAsked(false)}
            />
          }
        >
          <p>{t("client.reviewEffect")}</p>
          {review.isError && <Failed error={review.error} />}
        </Dialog>
      )}
    </>
  );
}

interface ReviewDayProps {
  readonly place: ClientPlace;
  readonly day: SummaryDay;
  /** The server's time of the read that is shown. */
  readonly seenAt: string;
}
