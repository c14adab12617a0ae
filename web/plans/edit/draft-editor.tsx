import type { ReactNode } from "react";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import type { DayPlace } from "../words/program-words.ts";
import { BasicsEditor } from "./basics-editor.tsx";
import { CheckInEditor } from "./parts/check-in-editor.tsx";
import { ItemsEditor } from "./parts/items-editor.tsx";
import { MetricsEditor } from "./parts/metrics-editor.tsx";
import { PosesEditor } from "./parts/poses-editor.tsx";
import { ProgramEditor } from "./program/program-editor.tsx";
import { RuleEditor } from "./rule/rule-editor.tsx";

/** The content of a draft, to edit: when it falls, its parts, and what counts for every kind. */
export function DraftEditor({ content, change, place, choose }: DraftEditorProps): ReactNode {
  return (
    <>
      {content.kind !== "PROGRAM" && <RuleEditor content={content} change={change} />}
      {partsOf()}
      <BasicsEditor content={content} change={change} />
    </>
  );

  function partsOf(): ReactNode {
    switch (content.kind) {
      case "PROGRAM":
        return <ProgramEditor program={content} change={change} place={place} choose={choose} />;
      case "MEAL":
      case "SUPPLEMENT":
        return (
          <ItemsEditor
            items={content.items}
            least={1}
            change={(items, mark) => change({ ...content, items }, mark)}
          />
        );
      case "REMINDER":
        return (
          <ItemsEditor
            items={content.items ?? []}
            least={0}
            change={(items, mark) => change(withItems(content, items), mark)}
          />
        );
      case "HABIT":
        return (
          <>
            <MetricsEditor
              metrics={content.metric === null ? [] : [content.metric]}
              least={0}
              most={1}
              change={([metric = null], mark) => change({ ...content, metric }, mark)}
            />
            {content.metric === null && (
              <ItemsEditor
                items={content.items ?? []}
                least={0}
                change={(items, mark) => change(withItems(content, items), mark)}
              />
            )}
          </>
        );
      case "MEASUREMENT":
        return (
          <MetricsEditor
            metrics={content.metrics}
            least={1}
            most={20}
            change={(metrics, mark) => change({ ...content, metrics: [...metrics] }, mark)}
          />
        );
      case "PHOTO":
        return (
          <PosesEditor
            poses={content.poses}
            change={(poses, mark) => change({ ...content, poses }, mark)}
          />
        );
      case "CHECK_IN":
        return (
          <CheckInEditor
            formVersionId={content.formVersionId}
            change={(formVersionId) => change({ ...content, formVersionId }, "/formVersionId")}
          />
        );
      case "CUSTOM_REMINDER":
        return null;
    }
  }
}

export interface EditorProps<Content extends PlanContent = PlanContent> {
  readonly content: Content;
  readonly change: (content: PlanContent, mark: string) => void;
}

interface DraftEditorProps extends EditorProps {
  readonly place: DayPlace | null;
  readonly choose: (place: DayPlace) => void;
}

type Tickable = Extract<PlanContent, { readonly kind: "HABIT" | "REMINDER" }>;

/** A list without entries is left out. */
function withItems<Content extends Tickable>(
  { items: _before, ...rest }: Content,
  items: NonNullable<Tickable["items"]>,
) {
  return items.length === 0 ? rest : { ...rest, items };
}
