import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { ExercisePicture } from "../../exercises/exercise-picture.tsx";
import { useConsole } from "../../frame/console-context.ts";
import { hasCoachAccount } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { supportProblem } from "../access/look-failed.tsx";
import { StatusTag } from "../status-tag.tsx";

/** An exercise, its picture, and the candidates for it, each with its decision. */
export function MatchCard({ match, take }: MatchCardProps): ReactNode {
  const texts = useTexts();
  const { t, formats } = texts;
  const { api } = useConsole();
  const { name, status, equipment, muscleGroups, candidates, revision } = match;
  // Without a key: the revision that was seen lets a repeat change nothing.
  const decide = useMutation({
    mutationFn: async ({ candidateId, action }: Decision) =>
      await answer(
        api.PATCH("/api/v1/admin/exercise-library/thumbnail-matches/{candidateId}", {
          params: { path: { candidateId } },
          body: { action, expectedRevision: revision },
        }),
      ),
    onSuccess: (reviewed) => take(reviewed.match),
  });
  const queries = useQueryClient();
  // The API shows pictures to people with an account, which staff need not have.
  const seesPictures = hasCoachAccount(queries);
  const offReason = seesPictures ? null : t("support.picturesHidden");
  const shown = (address: string | null) => (seesPictures ? address : null);
  const placeholder = muscleGroups[0] ?? null;
  const [best] = candidates;
  return (
    <section className="card" aria-label={name}>
      <header>
        <ExercisePicture
          address={shown(match.thumbnailAssetUrl)}
          placeholder={placeholder}
          width={PICTURE}
        />
        <h2>{name}</h2>
        <span className="meta grow">{[...equipment, ...muscleGroups].join(", ")}</span>
        <StatusTag status={status} />
        {match.thumbnailAssetUrl !== null && best && (
          <Button
            isPending={decide.isPending}
            offReason={offReason}
            onPress={() => decide.mutate({ candidateId: best.candidateId, action: "UNMATCH" })}
          >
            {t("support.noPicture")}
          </Button>
        )}
      </header>
      {candidates.length === 0 && <p className="line">{t("support.noCandidates")}</p>}
      {candidates.map((candidate) => (
        <div className="line wrap" key={candidate.candidateId}>
          <ExercisePicture
            address={shown(candidate.imageUrl)}
            placeholder={placeholder}
            width={PICTURE}
          />
          <div className="grow">
            <b>{candidate.name}</b>{" "}
            <span className="num">{formats.percent(Math.round(candidate.score * 100))}</span>
            <p className="meta">
              {[candidate.equipment, ...candidate.primaryMuscles].filter(Boolean).join(", ")} ·{" "}
              {candidate.licenceSourceKey}
            </p>
            {candidate.conflicts.length > 0 && (
              <p className="t-warn">
                {t("support.differsIn", { names: candidate.conflicts.join(", ") })}
              </p>
            )}
          </div>
          {candidate.isRejected ? (
            <StatusTag status="REJECTED" />
          ) : (
            <span className="row-h">
              {DECISIONS.map((action) => (
                <Button
                  key={action}
                  offReason={offReason}
                  isPending={
                    decide.isPending && decide.variables.candidateId === candidate.candidateId
                  }
                  onPress={() => decide.mutate({ candidateId: candidate.candidateId, action })}
                >
                  {t(`support.picture.${action}`)}
                </Button>
              ))}
            </span>
          )}
        </div>
      ))}
      {decide.isError && (
        <p className="line error" role="alert">
          {supportProblem(texts, decide.error)}
        </p>
      )}
    </section>
  );
}

interface MatchCardProps {
  readonly match: components["schemas"]["ThumbnailMatch"];
  /** Takes the match as the API has decided it. */
  readonly take: (match: components["schemas"]["ThumbnailMatch"]) => void;
}

interface Decision {
  readonly candidateId: string;
  readonly action: (typeof DECISIONS)[number] | "UNMATCH";
}

const DECISIONS = ["APPROVE", "REJECT"] as const;
const PICTURE = "160";
