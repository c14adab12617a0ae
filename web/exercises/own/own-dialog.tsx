import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Problem } from "../../api/problem.ts";
import { isAlike } from "../../drafts/is-alike.ts";
import { RestoredNote } from "../../drafts/restored-note.tsx";
import { useUnsentEdits } from "../../drafts/use-unsent-edits.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { withRequest } from "../../kit/problem-text.ts";
import { Failed } from "../../kit/states.tsx";
import type { Language } from "../../texts/i18n.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type Exercise, exerciseQuery } from "../exercise-query.ts";
import { type Save, saveOwn } from "./own-acts.ts";
import {
  EMPTY_DRAFT,
  type OwnDraft,
  type OwnEdits,
  createBody,
  draftFaults,
  draftOf,
  editBody,
  isOwnEdits,
} from "./own-draft.ts";
import { OwnFields } from "./own-fields.tsx";
import { useOwnAct } from "./use-own-act.ts";

/** Creates an exercise of the workspace, copies one, or changes one. Typed text is never dropped without a question. */
export function OwnDialog({ asked, saved, close }: OwnDialogProps): ReactNode {
  const { t, language } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const queries = useQueryClient();
  const [{ draft, before, revision }, setEdits] = useState(() => editsOf(asked, language));
  const setDraft = (typed: OwnDraft) => setEdits((edits) => ({ ...edits, draft: typed }));
  const setRevision = (newest: number) => setEdits((edits) => ({ ...edits, revision: newest }));
  const fields = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  const [isLeaving, setIsLeaving] = useState(false);
  const unsent = useUnsentEdits<OwnEdits>({
    place: "exercise",
    id: asked.kind === "NEW" ? `NEW ${workspaceId}` : `${asked.kind} ${asked.exercise.exerciseId}`,
    edits: useMemo(
      () => (isAlike(draft, before) ? null : { draft, before, revision }),
      [draft, before, revision],
    ),
    isOf: isOwnEdits,
    restore: (edits) => {
      setEdits(edits);
      return true;
    },
  });
  const act = useOwnAct({
    workspaceId,
    act: async (save: Save) =>
      await saveOwn(api, { workspaceId, save, key: await unsent.keyOf(save) }),
    done: (exercise) => {
      unsent.forget();
      saved(exercise);
    },
    refused: (error) => void takeNewest(error),
  });
  const faults = draftFaults(draft);
  const isFaulty = Object.values(faults).some((fault) => fault !== null);
  const changes = editBody(draft, before);
  const isSame = Object.keys(changes).length === 0;
  const newestRevision = asked.kind === "EDIT" ? asked.exercise.revision : 0;
  const isBehind = revision < newestRevision;
  const discard = () => {
    setEdits(editsOf(asked, language));
    act.reset();
  };
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const leave = () => (isSame || isLeaving ? close() : setIsLeaving(true));
  const save = () => {
    setTries(tries + 1);
    setIsLeaving(false);
    if (isFaulty || isBehind || act.isPending) return;
    if (asked.kind !== "EDIT") act.mutate({ kind: "CREATE", body: createBody(draft) });
    else if (isSame) close();
    else
      act.mutate({
        kind: "EDIT",
        exerciseId: asked.exercise.exerciseId,
        revision,
        body: changes,
      });
  };
  return (
    <Dialog
      title={t(`exercises.ask.${asked.kind}`)}
      close={leave}
      footer={
        isLeaving ? (
          <>
            <span className="grow">{t("exercises.unsaved")}</span>
            <Button
              kind="bad"
              onPress={() => {
                unsent.forget();
                close();
              }}
            >
              {t("exercises.discard")}
            </Button>
            <Button kind="go" autoFocus onPress={() => setIsLeaving(false)}>
              {t("exercises.goOn")}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={leave}>{t("frame.cancel")}</Button>
            <Button
              kind="go"
              isPending={act.isPending}
              offReason={isBehind ? t("drafts.chooseFirst") : null}
              onPress={save}
            >
              {t(asked.kind === "EDIT" ? "exercises.save" : "exercises.create")}
            </Button>
          </>
        )
      }
    >
      {asked.kind === "COPY" && <p className="note">{t("exercises.copyLead")}</p>}
      <RestoredNote
        isRestored={unsent.isRestored}
        isBehind={isBehind}
        discard={discard}
        keep={() => setRevision(newestRevision)}
      />
      <div className="stack own-fields" ref={fields}>
        <OwnFields draft={draft} faults={tries > 0 ? faults : NO_FAULTS} change={setDraft} />
      </div>
      {act.isError && <Refused error={act.error} />}
    </Dialog>
  );

  /** A change by somebody else is taken over; the next try then saves this person's fields on top of it. */
  async function takeNewest(error: unknown): Promise<void> {
    if (asked.kind !== "EDIT" || !isConflict(error)) return;
    const { exerciseId } = asked.exercise;
    const read = exerciseQuery(api, workspaceId, exerciseId);
    // Without an answer the revision stays, and the next try is refused again.
    const newest = await queries.query({ ...read, staleTime: 0 }).catch(() => null);
    if (newest !== null) setRevision(newest.revision);
  }
}

/** The act that the dialog opens for. */
export type AskedOwn =
  | { readonly kind: "NEW" }
  | { readonly kind: "COPY" | "EDIT"; readonly exercise: Exercise };

/** The fields of what is asked for, before anything is typed. */
function editsOf(asked: AskedOwn, language: Language): OwnEdits {
  const before = asked.kind === "NEW" ? EMPTY_DRAFT : draftOf(asked.exercise, language);
  return { draft: before, before, revision: asked.kind === "EDIT" ? asked.exercise.revision : 0 };
}

interface OwnDialogProps {
  readonly asked: AskedOwn;
  readonly saved: (exercise: Exercise) => void;
  readonly close: () => void;
}

const NO_FAULTS = { name: null, description: null, instructions: null, importantPoints: null };

function Refused({ error }: { readonly error: unknown }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  if (isConflict(error))
    return (
      <p className="note warn" role="alert">
        {withRequest(texts, error, t("exercises.conflict"))}
      </p>
    );
  if (error instanceof Problem && error.code === "EXERCISE_LIMIT_REACHED")
    return (
      <p className="note warn" role="alert">
        {withRequest(texts, error, t("exercises.limit"))}
      </p>
    );
  return <Failed error={error} />;
}

const isConflict = (error: unknown): boolean =>
  error instanceof Problem && error.code === "STATE_CONFLICT";
