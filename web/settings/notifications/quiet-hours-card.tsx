import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { Switch } from "../../kit/fields/switch.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { placeOfZone } from "../../kit/zone-time.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { SaveRow } from "../kit/save-row.tsx";
import { useDraft } from "../kit/use-draft.ts";
import { workspaceQuery } from "../workspace/workspace-query.ts";
import type { Preferences } from "./preferences-body.ts";
import { readTime } from "./read-time.ts";
import { useSavePreferences } from "./use-preferences.ts";

/** The hours in which nothing arrives but what is urgent, and the hour of the digest. */
export function QuietHoursCard({ stored }: { readonly stored: Preferences }): ReactNode {
  const { t } = useTexts();
  const save = useSavePreferences();
  const { quietHours } = stored;
  const { user } = useMe();
  const draft = useDraft(hoursOf(quietHours), { place: "quiet-hours", id: user.userId });
  const { shown, changes, change, isBehind } = draft;
  const hours = { from: readTime(shown.from), until: readTime(shown.until) };
  const faultOf = (field: keyof typeof hours) => {
    if (hours[field] === null) return t("settings.noTime");
    return hours.from === hours.until ? t("settings.sameHours") : null;
  };
  const send = ({ from, until }: typeof hours) => {
    if (from !== null && until !== null && from !== until)
      save.mutate({ quietHours: { from, until } }, { onSuccess: () => draft.saved(changes) });
  };
  return (
    <Card title={t("settings.quietHours")}>
      <form
        className="in stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (Object.keys(changes).length > 0 && !isBehind) send(hours);
        }}
      >
        <Switch
          label={t("settings.quiet")}
          isOn={quietHours !== null}
          isPending={save.isPending}
          change={(isOn) => (isOn ? send(hours) : save.mutate({ quietHours: null }))}
        />
        {quietHours !== null && (
          <>
            <div className="row-h times">
              <TextField
                label={t("settings.from")}
                value={shown.from}
                change={change("from")}
                error={faultOf("from")}
                inputMode="numeric"
                maxLength={5}
                required
              />
              <TextField
                label={t("settings.until")}
                value={shown.until}
                change={change("until")}
                error={faultOf("until")}
                inputMode="numeric"
                maxLength={5}
                required
              />
            </div>
            <SaveRow act={save} draft={draft} kind="plain" />
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
  const settings = useQuery({
    ...workspaceQuery(api, workspace.workspaceId),
    enabled: workspace.role === "OWNER",
  }).data;
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
