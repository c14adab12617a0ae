import type { ReactNode } from "react";
import { DeletionCard } from "./deletion-card.tsx";
import { ExportCard } from "./export-card.tsx";

/** The coach's data: a copy of it, and the deletion of the account. */
export function DataPart(): ReactNode {
  return (
    <div className="stack-l setting-column">
      <ExportCard />
      <DeletionCard />
    </div>
  );
}
