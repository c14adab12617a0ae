import { useScopeRead } from "../../device/react/use-scope-read.ts";
import type { FormSummary } from "../../device/forms/types.ts";
import type { Scope } from "../../device/types.ts";
import { useMoments, useTexts } from "../texts/language.tsx";

/** The forms that wait for an answer. */
export function OpenForms({ scope, without = null }: OpenFormsProps) {
  const texts = useTexts();
  const moments = useMoments();
  const open = (useScopeRead(scope, readForms).value ?? []).filter(
    ({ state, assignment }) =>
      state !== "SUBMITTED" && state !== "CANCELLED" && assignment.formAssignmentId !== without,
  );
  if (open.length === 0) return null;
  return (
    <section className="card">
      <header>
        <h2>{texts.forms}</h2>
      </header>
      <ul>
        {open.map(({ assignment }) => (
          <li key={assignment.formAssignmentId} className="inbox-row">
            <a href={`#form/${assignment.formAssignmentId}`}>
              <b>{assignment.title}</b>
              {assignment.dueAt !== null && (
                <span className="meta">
                  {texts.dueAt(moments.dayAndTime(Date.parse(assignment.dueAt), 0))}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OpenFormsProps {
  readonly scope: Scope;
  /** The form that another card shows. */
  readonly without?: string | null;
}

async function readForms(scope: Scope): Promise<readonly FormSummary[]> {
  return await (await scope.part("forms")).list();
}
