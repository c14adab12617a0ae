import { useOfflineReason } from "../kit/hooks/use-offline-reason.ts";
import { useOffReason } from "./use-off-reason.ts";
import type { Me } from "./workspace/me-query.ts";

/**
 * Why an act cannot be done now: the reason that lasts, of the workspace or the role, or else the lost connection. Null
 * if it can. A page that only shows what may not be changed asks for the lasting reason alone.
 */
export function useActReason(permission?: Me["permissions"][number]): string | null {
  const offline = useOfflineReason();
  return useOffReason(permission) ?? offline;
}
