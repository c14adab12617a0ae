import { useState } from "react";
import type {
  Centre,
  DiscardCall,
  DiscardOutcome,
  DiscardUnreadable,
  EntryCall,
  ResubmitCall,
  ResubmitOutcome,
} from "../../device/centre/types.ts";
import type { Device, Scope } from "../../device/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import { whileWriting } from "../updates/writing.ts";

/** A person's acts on an entry. Each outcome is announced, because the entry may move to another group. */
export function useCentre(scope: Scope): UsedCentre {
  const { texts, isBusy, run } = useAct();
  const part = async () => await scope.part("centre");
  return {
    isBusy,
    resubmit: async (call) =>
      await run(async () => resubmitted(await (await part()).resubmit(call), texts)),
    discard: async (call) =>
      await run(async () => discarded(await (await part()).discard(call), texts)),
    undo: async (call) =>
      await run(async () => {
        const outcome = await (await part()).undo(call);
        return outcome === "RESTORED" ? [texts.restored, true] : [texts.tooLate, false];
      }),
    refetch: async () =>
      await run(async () => {
        const outcome = await (await part()).refetch();
        return outcome === "READ" ? [texts.refetched, true] : [texts.readFirst, false];
      }),
  };
}

/** Acts on entries; each resolves with whether it was done. */
export interface UsedCentre {
  readonly isBusy: boolean;
  readonly resubmit: (call: ResubmitCall) => Promise<boolean>;
  readonly discard: (call: DiscardCall) => Promise<boolean>;
  readonly undo: (call: EntryCall) => Promise<boolean>;
  readonly refetch: () => Promise<boolean>;
}

/** Deletes what cannot be read any more, of a scope or of the whole device. */
export function useDiscardUnreadable(place: Scope | Device) {
  const { texts, isBusy, run } = useAct();
  const centre = async (): Promise<Pick<Centre, "discardUnreadable">> =>
    "scopeId" in place ? await place.part("centre") : await place.part("centre");
  const discard = async (call: DiscardUnreadable) =>
    await run(async () => deleted(await (await centre()).discardUnreadable(call), texts));
  return { isBusy, discard };
}

/** Carries out acts one at a time, and announces the outcome of each. */
function useAct() {
  const texts = useTexts();
  const announce = useAnnounce();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (act: () => Promise<Said>): Promise<boolean> => {
    setIsBusy(true);
    try {
      const [words, isDone] = await whileWriting(act);
      announce(words, isDone ? "done" : "fault");
      return isDone;
    } catch {
      announce(texts.notSaved, "fault");
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { texts, isBusy, run };
}

type Said = readonly [words: string, isDone: boolean];

function resubmitted(outcome: ResubmitOutcome, texts: Texts): Said {
  const { kind } = outcome;
  if (kind === "QUEUED") return [texts.resent, true];
  if (kind === "READ_FIRST")
    return [outcome.reason === "UNSEEN" ? texts.lookFirst : texts.readFirst, false];
  return [kind === "CORRECT_FIRST" ? texts.correctFirst : texts.entryChanged, false];
}

function deleted(outcome: "DISCARDED" | "ABSENT", texts: Texts): Said {
  return outcome === "DISCARDED" ? [texts.deleted, true] : [texts.entryChanged, false];
}

function discarded({ kind }: DiscardOutcome, texts: Texts): Said {
  if (kind === "DISCARDED") return [texts.discardedEntry, true];
  return [kind === "SENDING" ? texts.beingSent : texts.entryChanged, false];
}
