import type { ReactNode } from "react";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useMe } from "../use-me.ts";

/** Says on every page that the workspace is archived, and what that means. */
export function ArchivedBanner(): ReactNode {
  const { t } = useTexts();
  const { workspace } = useMe();
  if (workspace.status !== "ARCHIVED") return null;
  return (
    <div className="banner" role="status">
      <Icon name="warn" />
      <span className="grow">
        <b>{t("frame.archived", { workspace: workspace.name })}</b> {t("frame.archivedLead")}
      </span>
    </div>
  );
}
