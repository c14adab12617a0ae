import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Problem } from "../api/problem.ts";
import type { SentText } from "../drafts/use-unsent-text.ts";
import { useConsole } from "../frame/console-context.ts";
import type { Done } from "../kit/undo-bar.tsx";
import { type Texts, useTexts } from "../texts/use-texts.ts";
import {
  type Acted,
  type ActRequest,
  type BoardAct,
  actOnCard,
  nameOf,
  refusalText,
} from "./board-acts.ts";
import { boardKey } from "./board-query.ts";

/** The acts of the board. A refused act says why at its card. */
export function useBoardActs(workspaceId: string): BoardActs {
  const { api } = useConsole();
  const texts = useTexts();
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [done, setDone] = useState<Done | null>(null);
  const [link, setLink] = useState<NewLink | null>(null);
  const dismissDone = useRef(() => setDone(null)).current;
  // An act without an answer may have worked; a retry with the same key then returns its answer.
  const { mutateAsync } = useMutation({
    mutationFn: async (request: ActRequest) => await actOnCard(api, request),
    retry: (count, error) =>
      count < 1 && error instanceof Problem && error.isPassing && error.status !== 429,
  });
  const act = async (wanted: BoardAct, text?: SentText): Promise<void> => {
    const { card } = wanted;
    setRefusals((known) => new Map([...known].filter(([id]) => id !== card.id)));
    try {
      const content = wanted.kind === "OVERRIDE" ? wanted.override : wanted.kind;
      const key = (await text?.keyOf(content)) ?? crypto.randomUUID();
      const acted = await mutateAsync({ workspaceId, act: wanted, key });
      text?.sent();
      setDone({ text: doneText(texts, wanted, acted), undo: null });
      // Nobody mails a phone number, so the coach passes the link on.
      if (card.kind === "INVITATION" && card.invitation.contact.kind === "PHONE" && acted.link)
        setLink({ name: nameOf(card), url: acted.link });
    } catch (error) {
      const reason = refusalText(texts, error);
      setRefusals((known) => new Map([...known, [card.id, reason]]));
    } finally {
      await queries.invalidateQueries({ queryKey: boardKey(workspaceId) });
    }
  };
  return { act, refusals, done, dismissDone, link, dismissLink: () => setLink(null) };
}

export interface BoardActs {
  /** Does an act; a text that it sends is unsent until the server has it. */
  readonly act: (wanted: BoardAct, text?: SentText) => Promise<void>;
  /** Why an act was refused, by card. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly done: Done | null;
  readonly dismissDone: () => void;
  /** The link of an invitation that no mail carries. */
  readonly link: NewLink | null;
  readonly dismissLink: () => void;
}

export interface NewLink {
  readonly name: string;
  readonly url: string;
}

/** The sentence for what was done; a reminder that was not sent says why. */
function doneText({ t, known }: Texts, act: BoardAct, { notice }: Acted): string {
  const name = nameOf(act.card);
  if (notice !== null) {
    if (notice.decidedBefore) return t("onboarding.did.remindedBefore", { name });
    if (notice.outcome === "SEND") return t("onboarding.did.NUDGE", { name });
    const reason = known("onboarding.notice.", notice.reason, "onboarding.notice.OTHER");
    return t("onboarding.did.notReminded", { name, reason });
  }
  const did = act.kind === "OVERRIDE" ? act.override.type : act.kind;
  return t(`onboarding.did.${did}`, { name });
}
