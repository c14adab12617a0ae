import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { sessionState } from "./session-state.ts";

/** A workout in the list: its day, the sets that were done, and its state. */
export function SessionLink({ relationshipId, item, isShown }: SessionLinkProps): ReactNode {
  const { t, known, formats } = useTexts();
  const { sessionId, title, localDate, setsDone, setsAsked } = item;
  const state = sessionState(item);
  return (
    <Link
      className="line plain"
      to="/clients/$relationshipId/$tab"
      params={{ relationshipId, tab: "workouts" }}
      search={{ session: sessionId }}
      aria-current={isShown ? "true" : undefined}
    >
      <span className="grow">
        <b>{title}</b>
        <br />
        <span className="meta">
          {formats.localDate(localDate)} · {t("client.ofSets", { done: setsDone, sets: setsAsked })}
        </span>
      </span>
      <span className={`tag ${COLOURS[state] ?? ""}`}>
        {known("client.session.", state, "client.session.OTHER")}
      </span>
    </Link>
  );
}

interface SessionLinkProps {
  readonly relationshipId: string;
  readonly item: components["schemas"]["WorkoutSession"];
  readonly isShown: boolean;
}

const COLOURS: Readonly<Record<string, string>> = { REVIEWED: "done", CHANGED: "warn" };
