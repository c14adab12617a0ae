import type { WayToPlay } from "./ways-to-play.ts";

/**
 * Plays a film in an element, by the first way that works. `fail` says that none does, or that the film broke off.
 *
 * @returns what stops it and takes its address out of the page.
 */
export function playFilm(film: HTMLVideoElement, ways: readonly WayToPlay[], fail: () => void) {
  let stop = () => {};
  let isOver = false;
  const tryWays = ([way, ...others]: readonly WayToPlay[]) => {
    stop();
    stop = () => {};
    if (isOver) return;
    if (way === undefined) return fail();
    const goOn = () => tryWays(others);
    stop = way.kind === "ADDRESS" ? playAddress(film, way.url, goOn) : stream(film, way.url, goOn);
  };
  tryWays(ways);
  return () => {
    isOver = true;
    stop();
    film.removeAttribute("src");
    film.load();
  };
}

/** Whether the browser plays streams (HLS) without a library. */
export const streamsItself = (film: HTMLVideoElement): boolean =>
  film.canPlayType("application/vnd.apple.mpegurl") !== "";

function playAddress(film: HTMLVideoElement, url: string, fail: () => void): () => void {
  film.addEventListener("error", fail, { once: true });
  film.src = url;
  begin(film);
  return () => film.removeEventListener("error", fail);
}

/** Plays a stream by hls.js, which loads here and nowhere else. */
function stream(film: HTMLVideoElement, url: string, fail: () => void): () => void {
  let isOver = false;
  let end = () => {};
  void load().catch(() => !isOver && fail());
  return () => {
    isOver = true;
    end();
  };

  async function load(): Promise<void> {
    const { default: Hls } = await import("hls.js/light");
    if (isOver) return;
    if (!Hls.isSupported()) return fail();
    // The page's policy allows no worker.
    const hls = new Hls({ enableWorker: false });
    end = () => hls.destroy();
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
      if (fatal) fail();
    });
    hls.on(Hls.Events.MANIFEST_PARSED, () => begin(film));
    hls.loadSource(url);
    hls.attachMedia(film);
  }
}

/** A browser that refuses to begin by itself shows its own button. */
function begin(film: HTMLVideoElement): void {
  film.play().catch(() => undefined);
}
