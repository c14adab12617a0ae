import { useTexts } from "../texts/use-texts.ts";
import { type Me, useMe } from "./use-me.ts";

/**
 * Why the reader may not change anything, or not what needs a permission: the workspace is archived, or the role lacks
 * it. Null if they may. The API decides; this only says it before.
 */
export function useOffReason(permission?: Me["permissions"][number]): string | null {
  const { t } = useTexts();
  const { permissions, workspace } = useMe();
  if (workspace.status === "ARCHIVED") return t("problem.WORKSPACE_ARCHIVED");
  const isAllowed = permission === undefined || permissions.includes(permission);
  return isAllowed ? null : t("problem.FORBIDDEN");
}
