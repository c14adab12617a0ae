import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";

/** A state of the API as a word; one that this version does not know names itself. */
export function StatusTag({ status }: { readonly status: string }): ReactNode {
  const { known } = useTexts();
  const colour = COLOURS[status] ?? "";
  return (
    <span className={`tag ${colour}`}>
      {known("support.status.", status, "support.status.OTHER")}
    </span>
  );
}

const COLOURS: Readonly<Record<string, string>> = {
  ACCEPTED: "done",
  ACTIVE: "done",
  COMPLETED: "done",
  CONFLICT: "warn",
  DEFERRED: "warn",
  ENABLED: "done",
  FAILED: "urgent",
  HEALTHY: "done",
  MAINTENANCE: "warn",
  PENDING_DELETION: "warn",
  REJECTED: "urgent",
  SENT: "done",
  SUSPENDED: "urgent",
  UNHEALTHY: "urgent",
};
