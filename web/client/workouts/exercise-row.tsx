import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { SessionDetail } from "../client-queries.ts";
import { bestResult } from "./best-result.ts";
import { askedText, doneText, kilogramText } from "./set-text.ts";

/** An exercise of a workout: as it was asked for, as it was trained or why not, and the client's best in it. */
export function ExerciseRow({ exercise, sessionId }: ExerciseRowProps): ReactNode {
  const { t, formats } = useTexts();
  const { asked, done } = exercise;
  const best = bestResult(exercise, sessionId);
  return (
    <tr>
      <td>
        <b>{done.name}</b>
        {done.name !== asked.name && (
          <>
            {" "}
            <span className="tag">{t("client.insteadOf", { name: asked.name })}</span>
          </>
        )}
      </td>
      <td className="num soft">{askedText(asked.sets, formats.number)}</td>
      <td className="num">
        <Trained done={done} />
      </td>
      <td className="right num meta">
        {best !== null &&
          (best.isLoad
            ? kilogramText(best.value, formats.number)
            : t("clientWorkouts.repetitions", { count: best.value }))}
        {best?.isNew === true && (
          <>
            {" "}
            <span className="tag done">{t("client.record")}</span>
          </>
        )}
      </td>
    </tr>
  );
}

interface ExerciseRowProps {
  readonly exercise: TrainedExercise;
  readonly sessionId: string;
}

type TrainedExercise = SessionDetail["exercises"][number];

function Trained({ done }: { readonly done: TrainedExercise["done"] }): ReactNode {
  const { t, known, formats } = useTexts();
  const { sets, skip, note } = done;
  const notes = [skip?.note ?? null, note].filter((one) => one !== null);
  return (
    <>
      {skip === null
        ? doneText(sets, formats.number) || t("client.nothingTrained")
        : t("client.skippedExercise", {
            reason: known("client.skip.", skip.reason ?? "OTHER", "client.skip.OTHER"),
          })}
      {notes.map((text) => (
        <p className="meta" key={text}>
          <bdi>{text}</bdi>
        </p>
      ))}
    </>
  );
}
