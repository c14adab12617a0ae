import { UNSEEN_DRAFT } from "../../device/forms/unseen-draft.ts";
import type { Forms, Form } from "../../device/forms/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import type { ScopeView } from "../app/use-scope-view.ts";
import { useNow } from "../app/use-now.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import { readTask } from "../today/read-task.ts";
import { FormQuestions } from "./form-questions.tsx";
import { useFormTexts } from "./texts.ts";
import { useForm } from "./use-form.ts";

/** A form that the client fills in, with or without a connection. */
export function FormScreen({ view, formAssignmentId }: FormScreenProps) {
  const { scope, today: day } = view;
  const texts = useFormTexts();
  const { opening, today } = useTexts();
  const open = useForm(scope, formAssignmentId);
  // A check-in is completed by the submission of its form.
  const task = (day?.tasks ?? [])
    .map(({ accepted }) => readTask(accepted))
    .find((one) => one.formAssignmentId === formAssignmentId);
  return (
    <>
      <p className="back">
        <a className="btn quiet" href="#today">
          ‹ {today}
        </a>
      </p>
      {open === undefined && <p className="empty soft">{opening}</p>}
      {open?.form === null && (
        <section className="empty">
          <h1>{texts.gone}</h1>
          <p>{texts.goneWhy}</p>
        </section>
      )}
      {open !== undefined && open.form !== null && (
        <Shown forms={open.forms} form={open.form} taskId={task?.taskId ?? null} />
      )}
    </>
  );
}

interface FormScreenProps {
  readonly view: ScopeView;
  readonly formAssignmentId: string;
}

function Shown({ forms, form, taskId }: ShownProps) {
  const texts = useFormTexts();
  const { assignment, state, canWrite, conflict, unsent, submission } = form;
  const isUnseen = submission?.kind === "REFUSED" && submission.code === UNSEEN_DRAFT;
  return (
    <div className="cards">
      <header className="day-head">
        <h1>{assignment.title}</h1>
        <p className="meta">{texts.state[state]}</p>
      </header>
      {isUnseen && <p className="note warn">{texts.submitUnseen}</p>}
      {conflict !== null && <ConflictCard forms={forms} form={form} />}
      {unsent !== null && <UnsentCard forms={forms} form={form} />}
      {conflict === null && (
        // The questions keep what is typed: another state of the form does not replace them.
        <FormQuestions
          key={`${assignment.formVersionId}/${unsent === null ? "" : "unsent"}`}
          forms={forms}
          form={unsent === null ? form : { ...form, answers: unsent }}
          taskId={taskId}
          isOpen={canWrite}
        />
      )}
    </div>
  );
}

interface ShownProps {
  readonly forms: Forms;
  readonly form: Form;
  /** The check-in that the form completes; null if it is none of today. */
  readonly taskId: string | null;
}

/** Answers that came too late: the person reads them, and then discards them. */
function UnsentCard({ forms, form }: Omit<ShownProps, "taskId">) {
  const texts = useFormTexts();
  const { notSaved } = useTexts();
  const announce = useAnnounce();
  const { formAssignmentId } = form.assignment;
  const discard = async () => {
    const outcome = await forms.discard({ formAssignmentId }).catch(() => null);
    if (outcome === "WAITING") announce(texts.discardWaits, "fault");
    if (outcome === null) announce(notSaved, "fault");
  };
  return (
    <section className="card padded">
      <p>{texts.unsent}</p>
      <div className="buttons">
        <button className="btn" type="button" onClick={() => void discard()}>
          {texts.discard}
        </button>
      </div>
    </section>
  );
}

/** Two drafts of one form: nothing is written until the person has chosen. */
function ConflictCard({ forms, form }: Omit<ShownProps, "taskId">) {
  const texts = useFormTexts();
  const moments = useMoments();
  const now = useNow();
  const { conflict, assignment } = form;
  if (conflict === null) return null;
  const { formAssignmentId } = assignment;
  const choose = (keep: "MINE" | "THEIRS") => {
    const { theirRevision } = conflict;
    void forms.choose({ formAssignmentId, keep, theirRevision }).catch(() => null);
  };
  return (
    <section className="card padded">
      <p>{texts.conflict}</p>
      <div className="buttons">
        <button className="btn" type="button" onClick={() => choose("MINE")}>
          {texts.mine}
        </button>
        <button className="btn" type="button" onClick={() => choose("THEIRS")}>
          {texts.theirs}
        </button>
      </div>
      {conflict.theirSavedAt !== null && (
        <p className="hint">
          {texts.savedThere(moments.dayAndTime(Date.parse(conflict.theirSavedAt), now))}
        </p>
      )}
    </section>
  );
}
