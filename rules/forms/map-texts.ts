import type { FormContent, Question } from "../../contract/forms/content-schema.ts";

/** A form with mapped texts; ids, kinds, bounds and conditions stay. */
export function mapTexts({ sections }: FormContent, map: TextMapping): FormContent {
  return {
    sections: sections.map(({ sectionId, title, intro, questions }) => ({
      sectionId,
      title: map(`${sectionId}.title`, title),
      intro: mapped(map, `${sectionId}.intro`, intro),
      questions: questions.map((question) => mapQuestion(question, map)),
    })),
  };
}

/** Maps a text of a form by its place: ids joined by dots, then the field of the question. */
export type TextMapping = (place: string, text: string) => string;

function mapQuestion(question: Question, map: TextMapping): Question {
  const { questionId: at, label, help } = question;
  const texts = { label: map(`${at}.label`, label), help: mapped(map, `${at}.help`, help) };
  switch (question.kind) {
    case "TEXT":
    case "LONG_TEXT":
    case "BOOLEAN":
    case "DATE":
      return { ...question, ...texts };
    case "NUMBER":
      return { ...question, ...texts, unit: mapped(map, `${at}.unit`, question.unit) };
    case "SCALE":
      return {
        ...question,
        ...texts,
        unit: mapped(map, `${at}.unit`, question.unit),
        lowLabel: mapped(map, `${at}.lowLabel`, question.lowLabel),
        highLabel: mapped(map, `${at}.highLabel`, question.highLabel),
      };
    case "SINGLE_CHOICE":
    case "MULTI_CHOICE":
      return {
        ...question,
        ...texts,
        options: question.options.map(({ optionId, label: option }) => ({
          optionId,
          label: map(`${at}.options.${optionId}`, option),
        })),
      };
  }
}

function mapped(map: TextMapping, place: string, text: string | null): string | null {
  return text === null ? null : map(place, text);
}
