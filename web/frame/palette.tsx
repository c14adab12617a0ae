import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from "react-aria-components";
import { rosterQuery } from "../clients/roster-query.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Kbd } from "../kit/kbd.tsx";
import type { KeyLayer } from "../kit/keys/key-map.ts";
import { nameSearch } from "../kit/name-search.ts";
import { useTexts } from "../texts/use-texts.ts";
import { useConsole } from "./console-context.ts";
import { useMe } from "./use-me.ts";

/**
 * Finds a page, a client or an act by its name. The acts are those that keys offer where it was opened. Clients are
 * listed once something is typed, which stays in this dialog.
 */
export function Palette({ layers, close }: PaletteProps): ReactNode {
  const { t } = useTexts();
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim() !== "";
  const clients = useClients(isTyped);
  const named = isTyped ? clients.filter(({ label }) => isNamed(label, typed)) : [];
  const entries: readonly PaletteEntry[] = [...actsOf(layers), ...named.slice(0, MOST_CLIENTS)];
  return (
    <Dialog title={t("frame.palette")} close={close}>
      <Autocomplete filter={isNamed} inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={t("frame.paletteHint")} autoFocus>
          <Input className="input" placeholder={t("frame.paletteHint")} />
        </SearchField>
        <ListBox
          aria-label={t("frame.palette")}
          className="choices"
          items={entries}
          selectionMode="none"
          renderEmptyState={() => <p className="meta">{t("frame.paletteEmpty")}</p>}
          onAction={(id) => {
            close();
            entries.find((entry) => entry.id === id)?.run();
          }}
        >
          {({ id, label, keys }) => (
            <ListBoxItem id={id} textValue={label} className="choice">
              <span className="grow">
                <bdi>{label}</bdi>
              </span>
              {keys === null ? (
                <span className="meta">{t("frame.paletteClient")}</span>
              ) : (
                <span className="row-h">
                  <Kbd keys={keys} />
                </span>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}

interface PaletteProps {
  readonly layers: readonly KeyLayer[];
  readonly close: () => void;
}

const isNamed = (name: string, typed: string): boolean => nameSearch(typed)(name);

/** Clients with the same part of a name that are listed; a longer part finds the others. */
const MOST_CLIENTS = 8;

/** A line of the palette. */
interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** The keys that do the same; null for a client. */
  readonly keys: string | null;
  readonly run: () => void;
}

/** The clients of the workspace whose relationship has not ended; each leads to their page. */
function useClients(isWanted: boolean): readonly PaletteEntry[] {
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const navigate = useNavigate();
  const all = rosterQuery(api, { workspaceId, sort: "ATTENTION", status: {} });
  const { data = [] } = useQuery({ ...all, enabled: isWanted });
  return data.map(({ relationshipId, client }) => ({
    id: `client:${relationshipId}`,
    label: client.displayName,
    keys: null,
    run: () =>
      void navigate({
        to: "/clients/$relationshipId/$tab",
        params: { relationshipId, tab: "today" },
      }),
  }));
}

/** Each act once, under its first key; what is off now is left out. */
function actsOf(layers: readonly KeyLayer[]): readonly PaletteEntry[] {
  const acts = layers.flatMap(({ bindings }) =>
    bindings
      .filter(({ isOff }) => isOff !== true)
      .map(({ keys, label, run }) => ({ id: keys[0], keys: keys[0], label, run })),
  );
  return [...new Map(acts.toReversed().map((act) => [act.id, act])).values()].toReversed();
}
