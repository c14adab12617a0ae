import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { AnswerCell } from "./answered-questions.ts";

/** An answer, or the remark in its place; null for a version without the question. */
export function AnswerInPlace({ cell }: { readonly cell: AnswerCell | null }): ReactNode {
  const { t } = useTexts();
  if (cell === null) return <span className="meta">{t("clientForms.notInVersion")}</span>;
  return cell.isRemark ? <span className="meta">{cell.text}</span> : <bdi>{cell.text}</bdi>;
}
