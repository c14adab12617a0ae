import { useState, useSyncExternalStore } from "react";
import { useMe } from "../../frame/use-me.ts";
import {
  type Codes,
  SAVED_LIMITS,
  type SavedRoom,
  type SavedView,
  parseSavedViews,
  shownView,
  withView,
} from "./saved-views.ts";

/** The saved views of a list, for this person and workspace, in this browser. `codes` say what the list shows. */
export function useSavedViews(room: SavedRoom, codes: Codes): SavedViews {
  const { user, workspace } = useMe();
  const place = `saved-views ${user.userId} ${workspace.workspaceId}`;
  const stored = useSyncExternalStore(listen, () => read(place));
  const [isRefused, setIsRefused] = useState(false);
  const all = parseSavedViews(stored);
  const views = all.filter((view) => view.room === room);
  const keep = (changed: readonly SavedView[]) => {
    setIsRefused(!write(place, JSON.stringify(changed)));
  };
  return {
    views,
    current: shownView(views, codes),
    isFull: all.length >= SAVED_LIMITS.views,
    isRefused,
    save: (name) => keep(withView(all, { id: crypto.randomUUID(), room, name, codes })),
    rename: (view, name) => keep(withView(all, { ...view, name })),
    remove: (view) => keep(all.filter(({ id }) => id !== view.id)),
  };
}

export interface SavedViews {
  readonly views: readonly SavedView[];
  /** The one that the list shows; null if it is none of them. */
  readonly current: SavedView | null;
  /** True if no further one can be saved. */
  readonly isFull: boolean;
  /** True if the browser refused to keep the last change. */
  readonly isRefused: boolean;
  readonly save: (name: string) => void;
  readonly rename: (view: SavedView, name: string) => void;
  readonly remove: (view: SavedView) => void;
}

const LISTENERS = new Set<() => void>();

/** Other tabs write too. */
function listen(listener: () => void): () => void {
  LISTENERS.add(listener);
  addEventListener("storage", listener);
  return () => {
    LISTENERS.delete(listener);
    removeEventListener("storage", listener);
  };
}

function read(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** False if the browser refused. */
function write(place: string, text: string): boolean {
  try {
    localStorage.setItem(place, text);
  } catch {
    return false;
  }
  for (const listener of LISTENERS) listener();
  return true;
}
