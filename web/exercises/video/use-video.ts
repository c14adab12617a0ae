import { type RefObject, useEffect, useRef, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { openMediaSession } from "./media-session.ts";
import { playFilm, streamsItself } from "./play-film.ts";
import {
  UNPLAYABLE,
  type VideoRefusal,
  refusalOfError,
  refusalOfSession,
} from "./video-refusal.ts";
import { waysToPlay } from "./ways-to-play.ts";

/**
 * The video of an exercise, from the press of play on. Its signed addresses stay in the element and in this closure:
 * in no state, no cache and no history. If they fail, the session is renewed once, and the film goes on where it was.
 */
export function useVideo({ workspaceId, exerciseId }: VideoPlace): Video {
  const { api } = useConsole();
  const film = useRef<HTMLVideoElement>(null);
  const { stop, isGone } = useEnd();
  const [state, setState] = useState<VideoState>({ kind: "IDLE" });

  const ask = async (refetchOf: string | null): Promise<void> => {
    const from = film.current?.currentTime ?? 0;
    stop.current();
    setState({ kind: "ASKED" });
    try {
      const session = await openMediaSession(api, { workspaceId, exerciseId, refetchOf });
      const { current } = film;
      if (isGone.current || current === null) return;
      const { media, accessId } = session;
      if (media === null) return setState({ kind: "REFUSED", refusal: refusalOfSession(session) });
      setState({ kind: "SHOWN" });
      const fail = () => {
        if (refetchOf === null && accessId !== null) void ask(accessId);
        else {
          stop.current();
          setState({ kind: "REFUSED", refusal: UNPLAYABLE });
        }
      };
      stop.current = playFilm(current, waysToPlay(media, streamsItself(current)), fail);
      if (refetchOf !== null && from > 0) current.currentTime = from;
      current.focus();
    } catch (error) {
      if (!isGone.current)
        setState({ kind: "REFUSED", refusal: refusalOfError(error, new Date()) });
    }
  };
  return { film, state, play };

  function play(): void {
    const { current } = film;
    if (state.kind === "ASKED") return;
    if (state.kind !== "SHOWN" || current === null) return void ask(null);
    if (current.paused) void current.play().catch(() => undefined);
    else current.pause();
  }
}

/** Stops the film when its component is removed, and tells a film that loads later that it is gone. */
function useEnd() {
  const stop = useRef(() => {});
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      stop.current();
    };
  }, []);
  return { stop, isGone };
}

interface VideoPlace {
  readonly workspaceId: string;
  readonly exerciseId: string;
}

interface Video {
  readonly film: RefObject<HTMLVideoElement | null>;
  readonly state: VideoState;
  /** Asks for the video; once it is shown, pauses it and goes on. */
  readonly play: () => void;
}

export type VideoState =
  | { readonly kind: "IDLE" }
  | { readonly kind: "ASKED" }
  | { readonly kind: "SHOWN" }
  | { readonly kind: "REFUSED"; readonly refusal: VideoRefusal };
