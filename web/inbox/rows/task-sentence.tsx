import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { InboxTask } from "../inbox-query.ts";
import { factSentence } from "./fact-sentence.ts";
import { WhySentence } from "./why-sentence.tsx";

/** The second line of a row: it says what happened. Its one fact is bold, the rest is quiet. */
export function TaskSentence({ task }: { readonly task: InboxTask }): ReactNode {
  const texts = useTexts();
  const found = factSentence(texts, task);
  if (found === null)
    return task.sentence?.[texts.language] ?? <WhySentence code={task.why.code} />;
  const { before, fact, after } = found;
  return (
    <>
      {before}
      <b>
        <bdi>{fact}</bdi>
      </b>
      {after}
    </>
  );
}
