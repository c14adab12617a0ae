import { onlineManager } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Problem } from "../api/problem.ts";
import { useTexts } from "../texts/use-texts.ts";
import { Button } from "./button.tsx";
import { problemSentence } from "./problem-text.ts";

/**
 * The grey lines of a list that is loading; shown after 200 ms, so that a quick answer does not flicker. Without a
 * connection it says that this was not read before.
 */
export function Loading({ rows = 6 }: { readonly rows?: number }): ReactNode {
  const { t } = useTexts();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  if (!onlineManager.isOnline())
    return (
      <p role="status" className="note">
        {t("frame.notRead")}
      </p>
    );
  return (
    <div role="status" aria-label={t("frame.loading")} className="loading">
      {Array.from({ length: rows }, (_, row) => (
        <div className="line" key={row}>
          <span className="skel grow" />
        </div>
      ))}
    </div>
  );
}

const SKELETON_AFTER_MS = 200;

/** Nothing is there: says so, and what to do next. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A block that could not be read; its neighbours stay. Trying again is offered where it may help. */
export function Failed({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
}): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const requestId = error instanceof Problem ? error.requestId : null;
  const isFinal = error instanceof Problem && !error.isPassing;
  return (
    <div className="note warn stack" role="alert">
      <p>{problemSentence(texts, error)}</p>
      {requestId !== null && <p className="mono">{t("frame.requestId", { id: requestId })}</p>}
      {retry && !isFinal && (
        <p>
          <Button onPress={retry}>{t("frame.retry")}</Button>
        </p>
      )}
    </div>
  );
}
