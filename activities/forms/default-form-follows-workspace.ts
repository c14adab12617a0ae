import type { WorkspaceHook } from "../workspaces/workspace-hook.ts";
import { seedDefaultForm } from "./seed-default-form.ts";

/** A new workspace gets its default questionnaire. */
export const defaultFormFollowsWorkspace: WorkspaceHook = {
  async opened(tx, workspace) {
    await seedDefaultForm(tx, workspace);
  },
};
