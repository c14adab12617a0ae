import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { placeOfZone } from "../../kit/zone-time.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import {
  type ClientPlace,
  type Relationship,
  type SessionDetail,
  sessionQuery,
} from "../client-queries.ts";
import { ReadState } from "../read-state.tsx";
import { ExerciseRow } from "./exercise-row.tsx";
import { ReviewSession } from "./review-session.tsx";
import { sessionState } from "./session-state.ts";
import { sessionTimes } from "./session-times.ts";

/** A workout: its times, each exercise as asked for and as trained, the client's note, and the review. */
export function SessionCard({ place, client, sessionId, next }: SessionCardProps): ReactNode {
  const texts = useTexts();
  const { t, known } = texts;
  const { api } = useConsole();
  const session = useQuery(sessionQuery(api, place, sessionId));
  if (session.data === undefined) return <ReadState read={session} />;
  const { title, exercises, performedFrom } = session.data;
  const zone = client.timezone;
  const state = sessionState(session.data);
  const isOlder = performedFrom !== null && performedFrom !== "CURRENT";
  return (
    <section className="card">
      <ReadState read={session} />
      <header>
        <h2>{title}</h2>
        <span className="tag">{known("client.session.", state, "client.session.OTHER")}</span>
        <span className="grow" />
        <span className="meta zone" title={zone}>
          {sessionTimes(session.data, { zone, place: placeOfZone(zone) }, texts)}
        </span>
      </header>
      <table className="table cards">
        <thead>
          <tr>
            <th>{t("client.column.exercise")}</th>
            <th>{t("client.column.asked")}</th>
            <th>{t("client.column.trained")}</th>
            <th className="right">{t("clientWorkouts.best")}</th>
          </tr>
        </thead>
        <tbody>
          {exercises.map((exercise) => (
            <ExerciseRow
              key={exercise.asked.exerciseKey}
              exercise={exercise}
              sessionId={sessionId}
            />
          ))}
        </tbody>
      </table>
      <ClientNote session={session.data} client={client} />
      {isOlder && (
        <div className="in">
          <p className="note">
            {known("clientWorkouts.from.", performedFrom, "clientWorkouts.from.OTHER")}
          </p>
        </div>
      )}
      <div className="in row-h wrap">
        {(state === "TO_REVIEW" || state === "CHANGED") && (
          <ReviewSession place={place} sessionId={sessionId} />
        )}
        {next !== null && (
          <Button keys="j" onPress={next}>
            {t("clientWorkouts.next")}
          </Button>
        )}
      </div>
    </section>
  );
}

interface SessionCardProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly sessionId: string;
  /** Opens the next workout of the list; null after the last. */
  readonly next: (() => void) | null;
}

/** The client's note at the end, with the time at their place. */
function ClientNote({ session, client }: ClientNoteProps): ReactNode {
  const { t, formats } = useTexts();
  const { note, finishedAt } = session;
  const { timezone, clientDisplayName: name } = client;
  if (note === null) return null;
  return (
    <div className="in">
      <p className="quote soft quiet">
        <bdi>{note}</bdi>
        <br />
        <span className="meta">
          {finishedAt === null
            ? t("client.noteOf", { name })
            : t("clientWorkouts.noteAt", {
                name,
                time: formats.time(new Date(finishedAt), timezone),
                place: placeOfZone(timezone),
              })}
        </span>
      </p>
    </div>
  );
}

interface ClientNoteProps {
  readonly session: SessionDetail;
  readonly client: Relationship;
}
