import { type Api, answer } from "../api/api-client.ts";
import { Problem } from "../api/problem.ts";
import type { components } from "../api/routes.d.ts";
import { problemText, withRequest } from "../kit/problem-text.ts";
import type { Texts } from "../texts/use-texts.ts";
import type { BoardCard, ClientCard, InvitationCard } from "./board-columns.ts";
import type { Onboarding } from "./board-query.ts";

/** A coach's acts on a card. */
export type BoardAct =
  | { readonly kind: "NUDGE"; readonly card: ClientCard; readonly taskId: string }
  | {
      readonly kind: "OVERRIDE";
      readonly card: ClientCard;
      readonly taskId: string;
      readonly override: Override;
    }
  | { readonly kind: "RESEND"; readonly card: InvitationCard }
  | { readonly kind: "REVOKE"; readonly card: InvitationCard };

export type Override = components["schemas"]["OverrideTask"];

/**
 * Does an act, under the same `key` on each try.
 *
 * @throws Problem if it was refused, or got no answer.
 */
export async function actOnCard(api: Api, { workspaceId, act, key }: ActRequest): Promise<Acted> {
  const header = { "Idempotency-Key": key };
  switch (act.kind) {
    case "NUDGE": {
      const path = taskPath(workspaceId, act);
      const notice = await answer(
        api.POST(
          "/api/v1/workspaces/{workspaceId}/clients/{clientId}/onboarding/tasks/{taskId}/nudge",
          { params: { path, header } },
        ),
      );
      return { notice, link: null };
    }
    case "OVERRIDE": {
      const path = taskPath(workspaceId, act);
      const { sideEffects } = await answer(
        api.POST(
          "/api/v1/workspaces/{workspaceId}/clients/{clientId}/onboarding/tasks/{taskId}/override",
          { params: { path, header }, body: act.override },
        ),
      );
      return { notice: sideEffects.notification, link: null };
    }
    case "RESEND": {
      const { link } = await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/invitations/{invitationId}/resend", {
          params: { path: { workspaceId, invitationId: act.card.id }, header },
        }),
      );
      return { notice: null, link };
    }
    case "REVOKE":
      await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/invitations/{invitationId}/revoke", {
          params: { path: { workspaceId, invitationId: act.card.id } },
        }),
      );
      return { notice: null, link: null };
  }
}

export interface ActRequest {
  readonly workspaceId: string;
  readonly act: BoardAct;
  readonly key: string;
}

/** Result of an act: the decision about a reminder, or the new link of an invitation. */
export interface Acted {
  readonly notice: Notice | null;
  readonly link: string | null;
}

export type Notice = Pick<
  components["schemas"]["OverrideNotice"],
  "outcome" | "reason" | "decidedBefore"
>;

/** The routes name a client by their user id. */
const taskPath = (
  workspaceId: string,
  { card, taskId }: { readonly card: ClientCard; readonly taskId: string },
) => ({ workspaceId, clientId: card.row.client.userId, taskId });

/** The task that a nudge of a client is about: the questionnaire, else the baseline; null if neither can be nudged. */
export function nudgedTask({ questionnaire, baseline }: Onboarding): string | null {
  const tasks = baseline === null ? [questionnaire] : [questionnaire, baseline];
  return tasks.find(({ actions }) => actions.includes("NUDGE"))?.taskId ?? null;
}

/** The task that can be overridden, with its overrides; null if none can be. */
export function overriddenTask({ questionnaire, baseline }: Onboarding): Overridable | null {
  const tasks = baseline === null ? [questionnaire] : [questionnaire, baseline];
  for (const { taskId, actions } of tasks) {
    const types = OVERRIDES.filter((type) => actions.includes(type));
    if (types.length > 0) return { taskId, types };
  }
  return null;
}

export interface Overridable {
  readonly taskId: string;
  readonly types: readonly Override["type"][];
}

/** In the order of the dialog: the most usual first. */
const OVERRIDES = [
  "CANCEL",
  "REASSIGN_QUESTIONNAIRE",
  "REQUEST_COMPLETION",
  "FORCE_COMPLETE",
] as const satisfies readonly Override["type"][];

/** Name of the person of a card: of an invitation the given name, else the contact. */
export const nameOf = (card: BoardCard): string =>
  card.kind === "CLIENT"
    ? card.row.client.displayName
    : (card.invitation.name ?? card.invitation.contact.masked);

/** The board's own sentence for a refusal, else the general one. */
export function refusalText(texts: Texts, error: unknown): string {
  const codes =
    error instanceof Problem ? [...error.errors.map(({ code }) => code), error.code] : [];
  const own = OWN_REFUSALS.find((code) => codes.includes(code));
  return own
    ? withRequest(texts, error, texts.t(`onboarding.refusal.${own}`))
    : problemText(texts, error);
}

/** The reasons of a conflict come before the conflict itself. */
const OWN_REFUSALS = [
  "ALREADY_MEMBER",
  "TOO_MANY_OPEN_INVITATIONS",
  "CONTACT_GONE",
  "CONTACT_NOT_PROVABLE",
  "not_provable",
  "STATE_CONFLICT",
  "TASK_CLOSED",
  "RELATIONSHIP_INACTIVE",
  "REASON_REQUIRED",
  "ALREADY_CLIENT",
] as const;
