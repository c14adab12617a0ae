import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useOffReason } from "../../frame/use-off-reason.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import {
  type ClientPlace,
  type Relationship,
  type SessionDetail,
  sessionQuery,
} from "../client-queries.ts";
import { sessionState } from "./session-state.ts";
import { askedText, doneText } from "./set-text.ts";

/** A workout: each exercise as it was asked for and as it was trained, the client's note, and the review. */
export function SessionCard({ place, client, sessionId }: SessionCardProps): ReactNode {
  const { t, known, formats } = useTexts();
  const { api } = useConsole();
  const session = useQuery(sessionQuery(api, place, sessionId));
  if (session.isPending) return <Loading />;
  if (session.isError) return <Failed error={session.error} retry={() => void session.refetch()} />;
  const { title, localDate, exercises, note } = session.data;
  const state = sessionState(session.data);
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        <span className="tag">{known("client.session.", state, "client.session.OTHER")}</span>
        <span className="grow" />
        <span className="meta">{formats.localDate(localDate)}</span>
      </header>
      <table className="table">
        <thead>
          <tr>
            <th>{t("client.column.exercise")}</th>
            <th>{t("client.column.asked")}</th>
            <th>{t("client.column.trained")}</th>
          </tr>
        </thead>
        <tbody>
          {exercises.map((exercise) => (
            <ExerciseRow key={exercise.asked.exerciseKey} exercise={exercise} />
          ))}
        </tbody>
      </table>
      {note !== null && (
        <div className="in">
          <p className="quote soft">
            {note}
            <br />
            <span className="meta">{t("client.noteOf", { name: client.clientDisplayName })}</span>
          </p>
        </div>
      )}
      {(state === "TO_REVIEW" || state === "CHANGED") && (
        <ReviewSession place={place} sessionId={sessionId} />
      )}
    </section>
  );
}

interface SessionCardProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly sessionId: string;
}

function ExerciseRow({ exercise: { asked, done, result } }: ExerciseRowProps): ReactNode {
  const { t, known } = useTexts();
  const isOther = done.name !== asked.name;
  const isRecord = (result?.records.length ?? 0) > 0;
  return (
    <tr>
      <td>
        <b>{done.name}</b>
        {isOther && (
          <>
            {" "}
            <span className="tag">{t("client.insteadOf", { name: asked.name })}</span>
          </>
        )}
      </td>
      <td className="num soft">{askedText(asked.sets)}</td>
      <td className="num">
        {done.skip === null
          ? doneText(done.sets) || t("client.nothingTrained")
          : t("client.skippedExercise", {
              reason: known("client.skip.", done.skip.reason ?? "OTHER", "client.skip.OTHER"),
            })}
        {isRecord && (
          <>
            {" "}
            <span className="tag done">{t("client.record")}</span>
          </>
        )}
        {done.note !== null && <p className="meta">{done.note}</p>}
      </td>
    </tr>
  );
}

interface ExerciseRowProps {
  readonly exercise: SessionDetail["exercises"][number];
}

function ReviewSession({ place, sessionId }: ReviewSessionProps): ReactNode {
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
  const offReason = useOffReason();
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
    <div className="in stack">
      <div className="row-h wrap">
        <Button
          kind="go"
          keys="e"
          isPending={review.isPending}
          offReason={offReason}
          onPress={send}
        >
          {t("client.reviewSession")}
        </Button>
        <span className="meta">{t("client.reviewSessionHint")}</span>
      </div>
      {review.isError && <Failed error={review.error} />}
    </div>
  );
}

interface ReviewSessionProps {
  readonly place: ClientPlace;
  readonly sessionId: string;
}
