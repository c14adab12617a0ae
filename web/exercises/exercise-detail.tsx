import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "../api/problem.ts";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { Button } from "../kit/button.tsx";
import { Empty, Failed, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { ExerciseCredits } from "./exercise-credits.tsx";
import { ExerciseFacts } from "./exercise-facts.tsx";
import { type Exercise, exerciseQuery } from "./exercise-query.ts";
import { type AskedAct, ExerciseActs } from "./own/exercise-acts.tsx";
import { shownTexts } from "./shown-texts.ts";
import { ExerciseVideo } from "./video/exercise-video.tsx";

/** An exercise in full: picture, what it trains, how it is done, and whose it is. */
export function ExerciseDetail({ exerciseId, back, ask }: DetailProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const { data, error, isPending, isError, refetch } = useQuery(
    exerciseQuery(api, workspaceId, exerciseId),
  );
  const isGone = error instanceof Problem && error.status === 404;
  return (
    <section className="preview" aria-label={t("exercises.detail")}>
      <Button kind="quiet" icon="left" onPress={back}>
        {t("exercises.title")}
      </Button>
      {isPending && <Loading />}
      {isGone && (
        <Empty title={t("exercises.gone")}>
          <p>{t("exercises.goneLead")}</p>
        </Empty>
      )}
      {isError && !isGone && <Failed error={error} retry={() => void refetch()} />}
      {data && <Shown exercise={data} ask={ask} />}
    </section>
  );
}

interface DetailProps {
  readonly exerciseId: string;
  readonly back: () => void;
  readonly ask: (asked: AskedAct) => void;
}

function Shown({ exercise, ask }: ShownProps): ReactNode {
  const { t, language, formats } = useTexts();
  const { name, description, instructions, otherNames } = shownTexts(exercise, language);
  return (
    <>
      <ExerciseVideo exercise={exercise} />
      <div className="block stack">
        <h2 className="exercise-name" tabIndex={-1}>
          <bdi>{name}</bdi>
        </h2>
        <ExerciseActs exercise={exercise} ask={ask} />
        {otherNames.length > 0 && (
          <p className="meta">{t("exercises.also", { names: otherNames.join(", ") })}</p>
        )}
        {exercise.status === "RETIRED" && (
          <p className="note">
            {t("exercises.retired", {
              day: exercise.retiredAt === null ? "" : formats.day(new Date(exercise.retiredAt)),
            })}
          </p>
        )}
        {exercise.status === "ARCHIVED" && <p className="note">{t("exercises.archived")}</p>}
        <ExerciseFacts exercise={exercise} />
      </div>
      {description !== null && (
        <div className="block">
          <p>{description}</p>
        </div>
      )}
      {instructions.length > 0 && (
        <div className="block">
          <h3>{t("exercises.how")}</h3>
          <ol className="steps-text">
            {instructions.map((step, index) => (
              <li key={index}>{step}</li>
            ))}
          </ol>
        </div>
      )}
      {exercise.importantPoints.length > 0 && (
        <div className="block">
          <h3>{t("exercises.mind")}</h3>
          <ul className="points-text">
            {exercise.importantPoints.map((point, index) => (
              <li key={index}>{point}</li>
            ))}
          </ul>
        </div>
      )}
      <ExerciseCredits exercise={exercise} />
    </>
  );
}

interface ShownProps {
  readonly exercise: Exercise;
  readonly ask: (asked: AskedAct) => void;
}
