import { languageOf } from "../../../contract/language-of.ts";
import type { components } from "../../api/routes.d.ts";

/** The settings of a workspace as the fields of their form. */
export function workspaceForm(settings: Settings): WorkspaceForm {
  const { name, timezone, locale, digestHour, adherenceLimits } = settings;
  return {
    name,
    timezone,
    language: languageOf(locale),
    digestHour: String(digestHour),
    onTrackPercent: String(adherenceLimits.onTrackPercent),
    attentionPercent: String(adherenceLimits.attentionPercent),
    fewestCounted: String(adherenceLimits.fewestCounted),
  };
}

/** The body that saves changed fields. The limits go together, as the server judges them together. */
export function workspaceBody(
  changes: Partial<WorkspaceForm>,
  shown: WorkspaceForm,
): components["schemas"]["ChangeWorkspaceSettings"] {
  const { name, timezone, language, digestHour } = changes;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(timezone !== undefined && { timezone }),
    ...(language !== undefined && { locale: language }),
    ...(digestHour !== undefined && { digestHour: Number(digestHour) }),
    ...(LIMITS.some((limit) => changes[limit] !== undefined) && {
      adherenceLimits: {
        onTrackPercent: Number(shown.onTrackPercent),
        attentionPercent: Number(shown.attentionPercent),
        fewestCounted: Number(shown.fewestCounted),
      },
    }),
  };
}

/** Faults of the limits, by field; the server would refuse them. */
export function limitFaults(shown: WorkspaceForm): Partial<Record<Limit, LimitFault>> {
  const wrong = LIMITS.filter((limit) => !isWithin(shown[limit]));
  const faults: Partial<Record<Limit, LimitFault>> = {};
  for (const limit of wrong) faults[limit] = "RANGE";
  if (wrong.length === 0 && Number(shown.attentionPercent) > Number(shown.onTrackPercent))
    faults.attentionPercent = "ORDER";
  return faults;
}

/** The fields of the form. */
export interface WorkspaceForm
  extends Readonly<Record<string, string>>, Readonly<Record<Limit, string>> {
  readonly name: string;
  readonly timezone: string;
  readonly language: string;
  readonly digestHour: string;
}

const LIMITS = ["onTrackPercent", "attentionPercent", "fewestCounted"] as const;
export type Limit = (typeof LIMITS)[number];

/** Not a whole number from 1 to 100; or the lower limit above the upper one. */
export type LimitFault = "ORDER" | "RANGE";

const isWithin = (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100;

type Settings = Pick<
  components["schemas"]["WorkspaceSettings"],
  "adherenceLimits" | "digestHour" | "locale" | "name" | "timezone"
>;
