import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { NamedExercise } from "../edit/program/program-edits.ts";
import { planQuery, plansQuery } from "../plans-query.ts";
import { readContent } from "../read-content.ts";
import { type DayPlace, type Program, firstPlace } from "../words/program-words.ts";
import { refusalText } from "../words/refusal-text.ts";
import { isDayFull } from "./place-exercise.ts";
import { PlaceFields } from "./place-fields.tsx";
import { type Wanted, useAddExercise } from "./use-add-exercise.ts";

/** Puts an exercise of the library into the draft of a program: an existing one on a chosen day, or a new one. */
export function AddExerciseDialog({ exercise, close }: AddExerciseDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const plans = useQuery(plansQuery(api, workspaceId, null));
  const programs = (plans.data ?? []).filter(({ kind }) => kind === "PROGRAM");
  const [chosen, setChosen] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  const [chosenPlace, setPlace] = useState<DayPlace | null>(null);
  const planId = chosen ?? programs[0]?.planId ?? NEW;
  const isNew = planId === NEW;
  const plan = useQuery({
    ...planQuery(api, { workspaceId, planId }),
    enabled: !isNew && plans.isSuccess,
  });
  const program = isNew ? null : programOf(plan.data);
  const place = chosenPlace ?? (program === null ? null : firstPlace(program.weeks));
  const added = useAddExercise(workspaceId, exercise);
  const wanted = wantedAct();
  if (added.isSuccess) {
    const { plan: made, place: at } = added.data;
    return (
      <Dialog title={t("plans.addToTitle", { name: exercise.name })} close={close}>
        <p role="status">{t("plans.addedTo", { ...at, title: made.title })}</p>
        <p className="row-h">
          <Link
            className="btn go"
            to="/plans/$planId"
            params={{ planId: made.planId }}
            search={{ view: "draft", ...at }}
          >
            {t("plans.openPlan")}
          </Link>
          <Button onPress={close}>{t("frame.close")}</Button>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t("plans.addToTitle", { name: exercise.name })}
      close={close}
      footer={
        <>
          <Button onPress={close}>{t("frame.cancel")}</Button>
          <Button
            kind="go"
            isPending={added.isPending}
            offReason={offReason()}
            onPress={() => wanted !== null && added.mutate(wanted)}
          >
            {t("plans.addToGo")}
          </Button>
        </>
      }
    >
      {plans.isPending && <Loading rows={2} />}
      {plans.isError && <Failed error={plans.error} retry={() => void plans.refetch()} />}
      {plans.data && (
        <SelectField
          label={t("plans.addToPlan")}
          value={planId}
          options={[
            ...programs.map((one) => ({ value: one.planId, name: one.title })),
            { value: NEW, name: t("plans.addToNew") },
          ]}
          change={(id) => {
            setChosen(id);
            setPlace(null);
            added.reset();
          }}
        />
      )}
      {isNew && plans.data && (
        <TextField
          label={t("plans.title")}
          value={title}
          change={setTitle}
          maxLength={TITLE_LENGTH}
          autoComplete="off"
        />
      )}
      {!isNew && plan.isPending && plans.isSuccess && <Loading rows={1} />}
      {plan.isError && <Failed error={plan.error} retry={() => void plan.refetch()} />}
      {program !== null && place !== null && (
        <PlaceFields weeks={program.weeks} place={place} change={setPlace} />
      )}
      {added.isError && (
        <p className="error" role="alert">
          {refusalText(texts, added.error)}
        </p>
      )}
    </Dialog>
  );

  function wantedAct(): Wanted | null {
    if (isNew) return title.trim() === "" ? null : { kind: "NEW", title: title.trim() };
    if (program === null || place === null || plan.data === undefined) return null;
    return { kind: "OLD", plan: plan.data, program, place };
  }

  function offReason(): string | null {
    if (wanted === null) return t(isNew ? "plans.newMissing" : "plans.addToChoose");
    const isFull = wanted.kind === "OLD" && isDayFull(wanted.program, wanted.place);
    return isFull ? t("plans.dayFull") : null;
  }
}

interface AddExerciseDialogProps {
  readonly exercise: NamedExercise;
  readonly close: () => void;
}

/** The choice of a program that does not exist yet. */
const NEW = "NEW";
const TITLE_LENGTH = 120;

function programOf(plan: { readonly draft: unknown; readonly content: unknown } | undefined) {
  const content = plan === undefined ? null : readContent(plan.draft ?? plan.content);
  return content?.kind === "PROGRAM" ? (content satisfies Program) : null;
}
