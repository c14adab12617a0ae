import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../kit/icon.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { ExercisePicture } from "./exercise-picture.tsx";
import type { FoundExercise } from "./exercise-query.ts";
import { taxonomyName } from "./taxonomy-name.ts";

/** An exercise in the grid: picture, name, whether it has a video, and what it trains with. */
export function ExerciseTile({ exercise, isCurrent, isReachable, focus }: TileProps): ReactNode {
  const { t, language } = useTexts();
  const [muscle] = exercise.muscleGroups;
  const [tool] = exercise.equipment;
  const facts = [
    exercise.source === "workspace" ? t("exercises.own") : null,
    muscle === undefined ? null : taxonomyName("muscle_group", muscle, language),
    tool === undefined ? null : taxonomyName("equipment", tool, language),
  ].filter((fact) => fact !== null);
  return (
    <Link
      to="/exercises/{-$exerciseId}"
      params={{ exerciseId: exercise.exerciseId }}
      search
      className="tileex"
      tabIndex={isReachable ? 0 : -1}
      data-current={isCurrent}
      onFocus={focus}
    >
      <ExercisePicture
        address={exercise.thumbnailAssetUrl}
        placeholder={exercise.placeholder}
        width="320"
      />
      <span className="row-h">
        <b className="cut grow" title={exercise.name}>
          <bdi>{exercise.name}</bdi>
        </b>
        {exercise.hasVideo && (
          <span className="meta" title={t("exercises.hasVideo")}>
            <Icon name="play" />
            <span className="vh">{t("exercises.hasVideo")}</span>
          </span>
        )}
      </span>
      <span className="meta cut">{facts.join(" · ")}</span>
    </Link>
  );
}

interface TileProps {
  readonly exercise: FoundExercise;
  /** The tile that keys have reached. */
  readonly isCurrent: boolean;
  /** Whether Tab reaches it. */
  readonly isReachable: boolean;
  readonly focus: () => void;
}
