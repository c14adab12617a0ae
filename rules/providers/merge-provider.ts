import type {
  ProviderConfig,
  ProviderOverride,
  ProviderPatch,
} from "../../contract/providers/config-schema.ts";

/** Merges a file with an override; the configuration schema validates the result. */
export function mergeProvider(
  providerKey: string,
  file: ProviderConfig | null,
  override: ProviderOverride | null,
): Readonly<Record<string, unknown>> {
  const display = { ...file?.display, ...override?.display };
  return { ...file, ...override, display, providerKey };
}

/** A setting that an override may contain. */
type Setting = Exclude<keyof ProviderOverride, "display">;
const SETTINGS = [
  "keycloakAlias",
  "status",
  "supportedSurfaces",
  "supportedPlatforms",
  "enabledRegions",
  "verificationPolicy",
  "claimMappings",
] as const satisfies readonly Setting[];

/** An override after a change: null removes a setting, an absent one stays. */
export function patchOverride(override: ProviderOverride | null, patch: ProviderPatch) {
  const display = patch.display === null ? {} : { ...override?.display, ...patch.display };
  const settings = SETTINGS.map((name) => {
    const given = patch[name];
    return [name, given === undefined ? override?.[name] : given] as const;
  }).filter(([, value]) => value !== undefined && value !== null);
  const whole = {
    ...Object.fromEntries(settings),
    ...(Object.keys(display).length > 0 && { display }),
  };
  return whole;
}

/** Settings by name. */
export type Settings = Readonly<Record<string, unknown>>;

/** The settings that differ between two configurations, with old and new values. */
export function changedSettings(
  before: ProviderConfig | null,
  after: ProviderConfig,
): {
  readonly names: readonly string[];
  readonly oldValues: Settings;
  readonly newValues: Settings;
} {
  const names = (["display", ...SETTINGS] as const).filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]),
  );
  const pick = (config: ProviderConfig | null): Settings =>
    config === null ? {} : Object.fromEntries(names.map((name) => [name, config[name]]));
  return { names, oldValues: pick(before), newValues: pick(after) };
}
