import { useState } from "react";
import { useConsole } from "../../frame/console-context.ts";

/** The handle with which this person came from an invitation to join, and how it is dropped; null without one. */
export function useJoinHandle(): readonly [joinHandle: string | null, drop: () => void] {
  const { session } = useConsole();
  const [joinHandle, setJoinHandle] = useState(session.joinHandle);
  const drop = () => {
    session.joinHandle = null;
    setJoinHandle(null);
  };
  return [joinHandle, drop];
}
