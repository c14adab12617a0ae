import type { ReactNode } from "react";
import { useMe } from "../../frame/use-me.ts";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { problemText, withRequest } from "../../kit/problem-text.ts";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import type { Exercise } from "../exercise-query.ts";
import { ExercisePicture } from "../exercise-picture.tsx";
import { useVideo } from "./use-video.ts";
import { type VideoRefusal, mayHelp } from "./video-refusal.ts";

/**
 * The picture of an exercise, and its video once a person presses play. Looking at an exercise costs no place of the
 * allowance.
 */
export function ExerciseVideo({ exercise }: { readonly exercise: Exercise }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { workspaceId } = useMe().workspace;
  const { exerciseId, hasVideo, durationSeconds, name } = exercise;
  const { film, state, play } = useVideo({ workspaceId, exerciseId });
  const offReason = useActReason();
  const isShown = state.kind === "SHOWN";
  const canPlay = hasVideo && (state.kind !== "REFUSED" || mayHelp(state.refusal));
  useKeys([
    {
      keys: ["Space"],
      label: t("exercises.play"),
      isShown: hasVideo,
      isOff: !canPlay || offReason !== null,
      run: play,
    },
  ]);
  return (
    <>
      <div className="stage-of-exercise">
        {!isShown && (
          <ExercisePicture
            address={exercise.thumbnail?.assetUrl ?? null}
            placeholder={exercise.placeholder}
            width="640"
          />
        )}
        {hasVideo && (
          // The film itself moves by arrows, so these do not move through the grid.
          <div
            hidden={!isShown}
            onKeyDown={(event) => isArrow(event.key) && event.stopPropagation()}
          >
            <video ref={film} className="film" controls playsInline aria-label={name} />
          </div>
        )}
        {canPlay && !isShown && (
          <Button
            kind="go"
            icon="play"
            keys="Space"
            offReason={offReason}
            isPending={state.kind === "ASKED"}
            onPress={play}
          >
            {t(state.kind === "ASKED" ? "exercises.opening" : "exercises.play")}
          </Button>
        )}
      </div>
      {hasVideo && (
        <div className="block stack">
          {state.kind === "REFUSED" && (
            <p className="note warn" role="alert">
              {refusalText(texts, state.refusal)}
            </p>
          )}
          <p className="meta row-h">
            <Icon name="clock" />
            <span>
              {durationSeconds !== null &&
                t("exercises.length", { length: lengthText(durationSeconds) })}{" "}
              {t("exercises.allowance")}
            </span>
          </p>
        </div>
      )}
    </>
  );
}

const isArrow = (key: string): boolean => key.startsWith("Arrow");

/** "1:05". */
const lengthText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Says why the video does not play, what still works, and when to try again. */
function refusalText(texts: Texts, { code, retryAt, error }: VideoRefusal): string {
  const { t, formats } = texts;
  if (code === "OTHER") return problemText(texts, error);
  const sentence = withRequest(texts, error, t(`exercises.refusal.${code}`));
  return retryAt === null
    ? sentence
    : `${sentence} ${t("exercises.retryAt", { time: formats.moment(retryAt) })}`;
}
