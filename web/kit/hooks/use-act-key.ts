import { useRef } from "react";

/** The idempotency key of an act: the same for each retry, another one once its content changes. */
export function useActKey(): (content: unknown) => string {
  const last = useRef<{ readonly content: string; readonly key: string } | null>(null);
  return (content) => {
    const written = JSON.stringify(content) ?? "";
    if (last.current?.content !== written)
      last.current = { content: written, key: crypto.randomUUID() };
    return last.current.key;
  };
}
