import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** A workflow in Temporal's own pages; only its id where the API names no address. */
export function TemporalLink({ workflow, name }: TemporalLinkProps): ReactNode {
  const { t } = useTexts();
  if (workflow.url === null)
    return (
      <span className="meta">
        {name} <span className="mono">{workflow.workflowId}</span>
      </span>
    );
  return (
    <a className="row-h temporal" href={workflow.url} target="_blank" rel="noreferrer">
      <Icon name="out" />
      {t("support.inTemporal", { name })}
    </a>
  );
}

interface TemporalLinkProps {
  readonly workflow: components["schemas"]["SupportWorkflow"];
  readonly name: string;
}
