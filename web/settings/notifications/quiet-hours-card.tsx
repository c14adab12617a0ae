import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { Switch } from "../../kit/switch.tsx";
import { TextField } from "../../kit/text-field.tsx";
import { placeOfZone } from "../../kit/zone-time.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { SaveRow } from "../kit/save-row.tsx";
import { useDraft } from "../kit/use-draft.ts";
import { workspaceQuery } from "../workspace/workspace-query.ts";
import type { Preferences } from "./preferences-body.ts";
import { useSavePreferences } from "./use-preferences.ts";

/** The hours in which nothing arrives but what is urgent, and the hour of the digest. */
export function QuietHoursCard({ stored }: { readonly stored: Preferences }): ReactNode {
  const { t } = useTexts();
  const save = useSavePreferences();
  const { quietHours } = stored;
  const { shown, changes, change } = useDraft(hoursOf(quietHours));
  const isSame = shown.from === shown.until;
  const isChanged = Object.keys(changes).length > 0;
  return (
    <Card title={t("settings.quietHours")}>
      <form
        className="in stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !isSame) save.mutate({ quietHours: shown });
        }}
      >
        <Switch
          label={t("settings.quiet")}
          isOn={quietHours !== null}
          change={(isOn) => save.mutate({ quietHours: isOn ? shown : null })}
        />
        {quietHours !== null && (
          <>
            <div className="row-h times">
              <TextField
                type="time"
                label={t("settings.from")}
                value={shown.from}
                change={change("from")}
                error={isSame ? t("settings.sameHours") : null}
                required
              />
              <TextField
                type="time"
                label={t("settings.until")}
                value={shown.until}
                change={change("until")}
                required
              />
            </div>
            <SaveRow act={save} isChanged={isChanged} kind="plain" />
          </>
        )}
        <Zones />
      </form>
    </Card>
  );
}

/** Whose zone counts, and when the digest comes. */
function Zones(): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const { coachProfile, workspace } = useMe();
  const settings = useQuery(workspaceQuery(api, workspace.workspaceId)).data;
  return (
    <>
      <p className="hint">
        {t("settings.quietZone", { place: placeOfZone(coachProfile.timezone) })}
      </p>
      {settings && (
        <p className="hint">
          {t("settings.digestAt", {
            time: formats.time(new Date(Date.UTC(2000, 0, 1, settings.digestHour)), "UTC"),
            place: placeOfZone(settings.timezone),
          })}{" "}
          <Link to="/settings/$part" params={{ part: "workspace" }}>
            {t("settings.part.workspace")}
          </Link>
        </p>
      )}
    </>
  );
}

/** The fields' values; those of a coach who never chose are the server's usual ones. */
const hoursOf = (hours: Preferences["quietHours"]) => ({
  from: hours?.from ?? "21:00",
  until: hours?.until ?? "08:00",
});
