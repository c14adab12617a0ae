import type { KeyBinding } from "../../kit/keys/key-map.ts";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { ActButton } from "../acts/use-act-buttons.ts";
import { VIEWS, type ViewId } from "../views.ts";

/** The keys of the inbox. Each has a button too. */
export function useInboxKeys(does: InboxDoing): void {
  const { t } = useTexts();
  const { hasCurrent, preview, buttons, undo, markRead } = does;
  useKeys([
    { keys: ["j", "ArrowDown"], label: t("keys.move"), run: () => does.step(1), isShown: true },
    { keys: ["k", "ArrowUp"], label: t("keys.move"), run: () => does.step(-1) },
    {
      keys: ["x"],
      label: t("inbox.act.select"),
      run: does.toggle,
      isShown: true,
      isOff: !hasCurrent,
    },
    { keys: ["Shift J"], label: t("inbox.act.extend"), run: () => does.extend(1) },
    { keys: ["Shift K"], label: t("inbox.act.extend"), run: () => does.extend(-1) },
    ...(preview === null
      ? []
      : [{ keys: ["Space"] as const, label: t("inbox.act.preview"), run: preview, isShown: true }]),
    { keys: ["f"], label: t("inbox.filter"), run: does.filter },
    { keys: ["Shift H"], label: t("inbox.showSnoozed"), run: () => does.show("snoozed") },
    ...VIEWS.map(({ id, name }, index) => ({
      keys: [String(index + 1)] as const,
      label: t(name),
      run: () => does.show(id),
    })),
    ...buttons.map(({ keys, name, run, offReason }): KeyBinding => ({
      keys: [keys],
      label: t(name),
      run,
      isShown: true,
      isOff: offReason !== undefined,
    })),
    { keys: ["z"], label: t("inbox.act.undo"), run: () => undo?.(), isOff: undo === null },
    {
      keys: ["m"],
      label: t("inbox.act.markRead"),
      isOff: markRead === null,
      run: () => markRead?.(),
    },
    { keys: ["Escape"], label: t("keys.back"), run: does.back },
  ]);
}

/** The acts of the keys. */
interface InboxDoing {
  /** Moves the cursor by rows. */
  readonly step: (by: number) => void;
  /** Selects the rows on the way of the cursor. */
  readonly extend: (by: number) => void;
  /** Selects the open row, or no longer. */
  readonly toggle: () => void;
  /** Whether the list shows the open row. */
  readonly hasCurrent: boolean;
  /** Opens the row, or goes into its preview; null while the preview has the key itself. */
  readonly preview: (() => void) | null;
  readonly filter: () => void;
  readonly show: (view: ViewId) => void;
  readonly back: () => void;
  readonly buttons: readonly ActButton[];
  /** Takes the last act back; null if that cannot be done now. */
  readonly undo: (() => void) | null;
  /** Marks the list as read; null if that cannot be done now. */
  readonly markRead: (() => void) | null;
}
