import { useQueryClient } from "@tanstack/react-query";
import { answer } from "../../api/api-client.ts";
import { Problem } from "../../api/problem.ts";
import type { SentText } from "../../drafts/use-unsent-text.ts";
import { useConsole } from "../../frame/console-context.ts";
import { problemText, withRequest } from "../../kit/problem-text.ts";
import { plansKey } from "../../plans/plans-query.ts";
import type { Texts } from "../../texts/use-texts.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace } from "../client-queries.ts";
import type { CardBody } from "./card-body.ts";

/**
 * Creates a card as a plan of the library, and gives it to the client. Each step has its own key: if the answer to the
 * second is lost, the next try finds the plan of the first. If the second is refused, the plan is archived, so that no
 * card without a client stays in the library.
 */
export function useGiveCard(place: ClientPlace, card: SentText, done: () => void) {
  const { api } = useConsole();
  const queries = useQueryClient();
  const { workspaceId } = place;
  const archive = async (planId: string) => {
    // A card that was archived is not given again: the next try makes another one.
    card.answered();
    await answer(
      api.POST("/api/v1/workspaces/{workspaceId}/plans/{planId}/archive", {
        params: {
          path: { workspaceId, planId },
          header: { "Idempotency-Key": crypto.randomUUID() },
        },
      }),
    );
  };
  return useClientAct(
    place,
    async ({ content, dates }: CardBody) => {
      const planKey = await card.keyOf(content, "plan");
      const { planId } = await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/plans", {
          params: { path: { workspaceId }, header: { "Idempotency-Key": planKey } },
          body: { content, publish: true },
        }),
      );
      try {
        const giveKey = await card.keyOf([planId, dates], "give");
        await answer(
          api.POST(
            "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/plan-assignments",
            {
              params: { path: { ...place }, header: { "Idempotency-Key": giveKey } },
              body: { planId, ...dates },
            },
          ),
        );
      } catch (error) {
        // The reason of the refusal matters more than a plan that could not be archived.
        if (error instanceof Problem && isFinal(error))
          await archive(planId).catch(() => undefined);
        throw error;
      }
    },
    () => {
      done();
      void queries.invalidateQueries({ queryKey: plansKey(workspaceId) });
    },
  );
}

/** A session that ended decides nothing: after a new sign-in the same try goes on. */
const isFinal = ({ isPassing, status }: Problem): boolean => !isPassing && status !== 401;

/** Why a card was refused: dates on which it never falls, or what the API says. */
export function refusalOfCard(texts: Texts, error: unknown): string {
  const neverFalls =
    error instanceof Problem && error.errors.some(({ code }) => NEVER_CODES.has(code));
  return neverFalls
    ? withRequest(texts, error, texts.t("reminders.neverFalls"))
    : problemText(texts, error);
}

const NEVER_CODES: ReadonlySet<string> = new Set(["never_asks", "never_falls"]);
