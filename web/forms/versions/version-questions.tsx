import type { ReactNode } from "react";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { questionsAbove } from "../draft/draft.ts";
import { conditionText, kindText, numberedQuestions } from "../question-words.ts";

/** The questions of a version, as they are asked. */
export function VersionQuestions({ content }: { readonly content: FormContent }): ReactNode {
  const texts = useTexts();
  const numbered = numberedQuestions(content);
  return content.sections.map(({ sectionId, title, intro, questions }, section) => (
    <section className="card" key={sectionId}>
      <header>
        <h2>{title}</h2>
      </header>
      {intro && <p className="in meta">{intro}</p>}
      <ol>
        {questions.map((question, index) => (
          <li className="line" key={question.questionId}>
            <span className="meta num">{questionsAbove(content, section) + index + 1}</span>
            <span className="grow">
              <b>{question.label}</b>{" "}
              {question.required && <span className="meta">{texts.t("forms.required")}</span>}
              <br />
              <span className="meta">{kindText(question, texts)}</span>
            </span>
            {question.showIf && (
              <span className="tag">
                <Icon name="link" />
                {conditionText(question.showIf, numbered, texts)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  ));
}
