import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useOfflineReason } from "../kit/hooks/use-offline-reason.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import { nudgedTask, overriddenTask } from "./board-acts.ts";
import type {
  BoardCard,
  ClientCard as Registered,
  Column,
  InvitationCard as Invited,
} from "./board-columns.ts";
import { cardElement } from "./card-frame.tsx";
import { ClientCard } from "./client-card.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { neighbourCard } from "./move-card.ts";
import type { BoardActs } from "./use-board-acts.ts";
import { waitingReview } from "./waiting-review.ts";

const route = getRouteApi("/onboarding");

/** The columns of the board. The keys act on the card with the focus. */
export function Board({ columns, now, acts, offReason, override, fix }: Props): ReactNode {
  const { t } = useTexts();
  // The rows say which acts their clients offer; only the connection may be missing.
  const offline = useOfflineReason();
  const { card: opened = null } = route.useSearch();
  // The address follows a moment later; a key pressed at once must already find the card.
  const [currentId, setCurrentId] = useState(opened);
  const navigate = route.useNavigate();
  const cards = columns.flatMap((column) => column.cards);
  const current = cards.find(({ id }) => id === currentId) ?? null;
  // A board without a current card can still be entered with Tab.
  const entry = current?.id ?? cards[0]?.id;
  const focus = ({ id }: BoardCard) => {
    setCurrentId(id);
    void navigate({ search: { card: id }, replace: true });
  };
  const step = (by: Parameters<typeof neighbourCard>[2]) => {
    const next = neighbourCard(columns, current?.id ?? null, by);
    if (next !== null) document.querySelector<HTMLElement>(`#${cardElement(next.id)}`)?.focus();
  };
  const nudge = (card: Registered) => {
    const taskId = nudgedTask(card.row);
    if (taskId !== null) void acts.act({ kind: "NUDGE", card, taskId });
  };
  const review = ({ row }: Registered) => {
    const taskId = waitingReview(row);
    if (taskId !== null) void navigate({ to: "/inbox/{-$taskId}", params: { taskId } });
  };
  const resend = (card: Invited) => void acts.act({ kind: "RESEND", card });
  const client = current?.kind === "CLIENT" ? current : null;
  const invited = current?.kind === "INVITATION" ? current : null;
  useKeys([
    {
      keys: ["ArrowRight"],
      label: t("onboarding.key.column"),
      run: () => step({ right: 1 }),
      isShown: true,
    },
    { keys: ["ArrowLeft"], label: t("onboarding.key.column"), run: () => step({ right: -1 }) },
    {
      keys: ["j", "ArrowDown"],
      label: t("onboarding.key.card"),
      run: () => step({ down: 1 }),
      isShown: true,
    },
    { keys: ["k", "ArrowUp"], label: t("onboarding.key.card"), run: () => step({ down: -1 }) },
    {
      keys: ["Enter"],
      label: t("onboarding.key.open"),
      run: () =>
        client &&
        void navigate({
          to: "/clients/$relationshipId",
          params: { relationshipId: client.row.relationshipId },
        }),
      isShown: true,
      isOff: client === null,
    },
    {
      keys: ["n"],
      label: t("onboarding.key.nudge"),
      run: () => client && nudge(client),
      isShown: true,
      isOff: client === null || offline !== null || nudgedTask(client.row) === null,
    },
    {
      keys: ["e"],
      label: t("onboarding.key.review"),
      run: () => client && review(client),
      isShown: true,
      isOff: client === null || waitingReview(client.row) === null,
    },
    {
      keys: ["o"],
      label: t("onboarding.key.override"),
      run: () => client && override(client),
      isShown: true,
      isOff: client === null || offline !== null || overriddenTask(client.row) === null,
    },
    {
      keys: ["r"],
      label: t("onboarding.key.resend"),
      run: () => invited && resend(invited),
      isShown: true,
      isOff: invited === null || offReason !== null,
    },
  ]);
  return (
    <div className="board">
      {columns.map((column) => (
        <section className="col" key={column.id} aria-label={t(`onboarding.column.${column.id}`)}>
          <header>
            <h2>{t(`onboarding.column.${column.id}`)}</h2>
            <span className="num">{column.cards.length}</span>
            <span className="meta cut">{t(`onboarding.columnHint.${column.id}`)}</span>
          </header>
          {column.cards.map((card) => drawCard(card))}
          {column.cards.length === 0 && <p className="meta">{t("onboarding.nobody")}</p>}
        </section>
      ))}
    </div>
  );

  function drawCard(card: BoardCard): ReactNode {
    const shared = {
      now,
      isCurrent: card.id === entry,
      isChosen: card.id === current?.id,
      refusal: acts.refusals.get(card.id),
      focus: () => focus(card),
    };
    if (card.kind === "CLIENT")
      return (
        <ClientCard
          key={card.id}
          card={card}
          {...shared}
          offReason={offline}
          nudge={() => nudge(card)}
          override={() => override(card)}
          review={() => review(card)}
        />
      );
    return (
      <InvitationCard
        key={card.id}
        card={card}
        {...shared}
        offReason={offReason}
        resend={() => resend(card)}
        revoke={() => void acts.act({ kind: "REVOKE", card })}
        fix={() => fix(card)}
      />
    );
  }
}

interface Props {
  readonly columns: readonly Column[];
  readonly now: Date;
  readonly acts: BoardActs;
  /** Why invitations cannot be changed; null if they can. */
  readonly offReason: string | null;
  readonly override: (card: Registered) => void;
  readonly fix: (card: Invited) => void;
}
