import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Problem } from "../../api/problem.ts";
import { Button } from "../../kit/button.tsx";
import { Failed } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useMe } from "../use-me.ts";
import { useOpenWorkspace } from "./use-open-workspace.ts";

/**
 * Buttons that look for what the address names in the coach's other workspaces: an address without a workspace may be
 * about any of them. Nothing for a coach of one, and for a failure that says nothing about the workspace.
 */
export function OtherWorkspaces({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useTexts();
  const { workspace, workspaces } = useMe();
  const { state } = useRouter();
  const open = useOpenWorkspace();
  const look = useMutation({
    mutationFn: async (workspaceId: string) => await open(workspaceId, state.location.href),
  });
  const others = workspaces.filter(
    ({ workspaceId, status }) => workspaceId !== workspace.workspaceId && status !== "SUSPENDED",
  );
  const isMissing = error instanceof Problem && error.status === 404;
  if (!isMissing || others.length === 0) return null;
  return (
    <div className="stack elsewhere">
      <p>{t("frame.maybeElsewhere", { workspace: workspace.name })}</p>
      <p className="row-h wrap">
        {others.map(({ workspaceId, name }) => (
          <Button
            key={workspaceId}
            onPress={() => look.mutate(workspaceId)}
            isPending={look.isPending && look.variables === workspaceId}
          >
            {t("frame.lookIn", { workspace: name })}
          </Button>
        ))}
      </p>
      {look.isError && <Failed error={look.error} />}
    </div>
  );
}
