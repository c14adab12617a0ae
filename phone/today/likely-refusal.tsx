import type { Action } from "../../device/outbox/types.ts";
import type { Scope } from "../../device/types.ts";
import { useNow } from "../app/use-now.ts";
import { useTexts } from "../texts/language.tsx";
import { usePreview } from "./use-preview.ts";

/** Says before the tap that the server would likely refuse an action, and why. The action stays possible. */
export function LikelyRefusal({ scope, action }: LikelyRefusalProps) {
  const { likelyRefused } = useTexts();
  const sentence = usePreview(scope, action, useNow());
  if (sentence === null) return null;
  return (
    <p className="note warn" role="status">
      {likelyRefused(sentence)}
    </p>
  );
}

interface LikelyRefusalProps {
  readonly scope: Scope;
  /** Null if there is nothing to predict. */
  readonly action: Action | null;
}
