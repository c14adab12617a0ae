import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Problem } from "../../api/problem.ts";
import type { SentText } from "../../drafts/use-unsent-text.ts";
import { useConsole } from "../../frame/console-context.ts";
import { overviewKey } from "../../frame/overview-query.ts";
import { namingRequest, problemText } from "../../kit/problem-text.ts";
import type { Done } from "../../kit/undo-bar.tsx";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import { type InboxAct, LEAVING, actOnTasks, undoOf } from "./acts.ts";
import type { InboxTask } from "../inbox-query.ts";

/**
 * The acts of the inbox. A task that leaves does so at once; if it was refused it returns, with the reason at its row.
 * Nothing is sent twice: an act has one key, and a try without an answer is repeated with it.
 */
export function useInboxActs(workspaceId: string): InboxActs {
  const { api } = useConsole();
  const texts = useTexts();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [done, setDone] = useState<Done | null>(null);
  const dismissDone = useRef(() => setDone(null)).current;

  const act: InboxActs["act"] = async (tasks, wanted, note) => {
    const ids = tasks.map(({ taskId }) => taskId);
    setRefusals((known) => without(known, ids));
    if (LEAVING.has(wanted.action)) setLeaving((known) => new Set([...known, ...ids]));
    const seen = tasks.map(({ taskId, revision }) => `${taskId} ${revision}`);
    try {
      const key = (await note?.keyOf([wanted, seen])) ?? crypto.randomUUID();
      const { results, requestId } = await twice(() =>
        actOnTasks(api, { workspaceId, tasks, act: wanted, key }),
      );
      note?.answered();
      const reasonOf = (result: BulkResult) =>
        namingRequest(texts, requestId, refusalText(texts, result));
      const refused = results.filter(({ outcome }) => outcome === "REFUSED");
      setRefusals((known) => {
        const reasons = refused.map((result) => [result.taskId, reasonOf(result)] as const);
        return new Map([...known, ...reasons]);
      });
      const applied = tasks.filter(
        ({ taskId }) => !refused.some((result) => result.taskId === taskId),
      );
      if (applied.length > 0) {
        note?.sent();
        const undo = undoOf(
          wanted,
          results.some(({ undoUntil }) => undoUntil !== null),
        );
        const did = texts.t(`inbox.did.${wanted.action}`, {
          count: applied.length,
          name: applied[0]?.client.displayName ?? "",
        });
        const others = texts.t("inbox.refused", { count: refused.length });
        setDone({
          text: refused.length === 0 ? did : `${did.replace(/\.$/u, "")}. ${others}`,
          undo: undo === null ? null : () => void act(applied, undo),
        });
      } else if (refused[0] !== undefined) {
        // The row of an undo is not in the list, so the bar says why.
        setDone({ text: reasonOf(refused[0]), undo: null });
      }
    } catch (error) {
      report(error, tasks);
    } finally {
      void queries.invalidateQueries({ queryKey: overviewKey(workspaceId) });
      await queries.invalidateQueries({ queryKey: ["inbox", workspaceId] });
      setLeaving((known) => new Set([...known].filter((id) => !ids.includes(id))));
    }
  };
  return { act, report, leaving, refusals, done, dismissDone };

  function report(error: unknown, tasks: readonly InboxTask[]): void {
    const reason = problemText(texts, error);
    const reasons = tasks.map(({ taskId }) => [taskId, reason] as const);
    setRefusals((known) => new Map([...known, ...reasons]));
    // An act without an answer may have worked; then its row is gone, and only the bar can say why nothing is known.
    setDone({ text: reason, undo: null });
  }
}

/** The acts, and what they left to show. */
export interface InboxActs {
  /** Does an act; its note is unsent until the server has it. */
  readonly act: (tasks: readonly InboxTask[], wanted: InboxAct, note?: SentText) => Promise<void>;
  /** Says why something failed: in the bar, and at the rows of these tasks. */
  readonly report: (error: unknown, tasks: readonly InboxTask[]) => void;
  /** Tasks that an act removes from the list while its answer is awaited. */
  readonly leaving: ReadonlySet<string>;
  /** Why an act was refused, by task. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly done: Done | null;
  readonly dismissDone: () => void;
}

/** Why one task was refused, by the closest code that this version knows. */
function refusalText({ known, t }: Texts, { code, reason }: BulkResult): string {
  const general = known("inbox.refusal.", code ?? "", "inbox.refusal.OTHER");
  if (reason === null) return general;
  return reason.code === "NOTHING_LEFT_TO_DO" ? t("inbox.refusal.NOTHING_LEFT_TO_DO") : general;
}

type BulkResult = Awaited<ReturnType<typeof actOnTasks>>["results"][number];

/** Retries once after a lost answer. The first try may have worked; the same key then returns its answer. */
async function twice<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Problem && error.isPassing && error.status !== 429) return await attempt();
    throw error;
  }
}

function without(
  known: ReadonlyMap<string, string>,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  return new Map([...known].filter(([id]) => !ids.includes(id)));
}
