import { useRef, useState } from "react";
import type { ActOutcome } from "../../device/workouts/act-outcome.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useLanguage, useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";
import { verdictMessage } from "../today/verdict-message.ts";
import { useWorkoutTexts } from "./texts.ts";

/** Stores acts of a workout, and says what was refused or would be. */
export function useWorkoutAct(): WorkoutActing {
  const texts = useWorkoutTexts();
  const { notSaved } = useTexts();
  const { language } = useLanguage();
  const announce = useAnnounce();
  const [isBusy, setIsBusy] = useState(false);
  const callIds = useCallIds();
  const run: WorkoutActing["run"] = async (content, act) => {
    setIsBusy(true);
    const callId = callIds.idOf(content);
    try {
      const outcome = await whileWriting(async () => await act(callId));
      callIds.end(content);
      if (outcome.kind === "REFUSED") {
        announce(texts.actRefusal[outcome.code], "fault");
        return false;
      }
      if (outcome.kind === "STALE") {
        announce(texts.actStale, "fault");
        return false;
      }
      const { prediction } = outcome;
      const sentence =
        prediction.kind === "REFUSED" ? verdictMessage(prediction.code, language) : null;
      if (sentence !== null) announce(texts.likelyRefused(sentence), "fault");
      return true;
    } catch {
      announce(notSaved, "fault");
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy };
}

/** Ids of acts whose answer is missing: the same act is repeated with the same id. */
export function useCallIds(): CallIds {
  const ids = useRef(new Map<string, string>());
  return {
    idOf(content) {
      const id = ids.current.get(content) ?? crypto.randomUUID();
      ids.current.set(content, id);
      return id;
    },
    end: (content) => void ids.current.delete(content),
  };
}

interface CallIds {
  readonly idOf: (content: string) => string;
  /** Called once the act is stored. */
  readonly end: (content: string) => void;
}

/** Acts of a workout. */
export interface WorkoutActing {
  /**
   * @param content names the act and what it contains.
   * @returns whether it is stored.
   */
  readonly run: (content: string, act: (callId: string) => Promise<ActOutcome>) => Promise<boolean>;
  readonly isBusy: boolean;
}
