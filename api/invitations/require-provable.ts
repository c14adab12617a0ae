import type { ContactKind } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import type { ApiDeps } from "../api-deps.ts";

/**
 * Refuses an invitation that nobody could accept, because no sign-in proves its contact
 * (docs/rooms/invitations.md#binding).
 *
 * @throws Refusal VALIDATION_FAILED.
 */
export async function requireProvable(deps: Providers, kind: ContactKind): Promise<void> {
  if (await deps.providers.proves(kind)) return;
  const message = "No available sign-in can prove a contact of this kind";
  const errors = [{ pointer: `/${kind.toLowerCase()}`, code: "not_provable", message }];
  throw new Refusal("VALIDATION_FAILED", { errors });
}

/** The same for one that was made when a sign-in proved it. @throws Refusal STATE_CONFLICT. */
export async function requireStillProvable(
  deps: Providers,
  { targetEmail }: { readonly targetEmail: string | null },
): Promise<void> {
  const kind = targetEmail === null ? "PHONE" : "EMAIL";
  if (!(await deps.providers.proves(kind))) throw stateConflict("CONTACT_NOT_PROVABLE");
}

type Providers = Pick<ApiDeps, "providers">;
