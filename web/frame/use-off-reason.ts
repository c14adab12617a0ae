import { useTexts } from "../texts/use-texts.ts";
import { useMe } from "./use-me.ts";
import type { Me } from "./workspace/me-query.ts";

/**
 * Why the reader may not change anything, or not what needs a permission: the workspace is archived, or the role lacks
 * it. Null if they may. The API decides; this only says it before.
 */
export function useOffReason(permission?: Permission): string | null {
  const { t } = useTexts();
  const { workspace } = useMe();
  const may = useMay();
  if (workspace.status === "ARCHIVED") return t("problem.WORKSPACE_ARCHIVED");
  return permission === undefined || may(permission) ? null : t("problem.FORBIDDEN");
}

/** Whether the reader may do what needs a permission; for acts that are left out where nobody may do them. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions, workspace } = useMe();
  return (permission) => workspace.status !== "ARCHIVED" && permissions.includes(permission);
}

type Permission = Me["permissions"][number];
