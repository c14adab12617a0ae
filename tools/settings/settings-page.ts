import { RELOAD_RULES } from "../../workers/config/setting-notes.ts";
import {
  type DescribedSetting,
  describedSettings,
  type SettingGroup,
} from "./described-settings.ts";

/** The reference of all settings, as a page. */
export function settingsPage(): string {
  return `${HEAD}\n${describedSettings().map(sectionOf).join("\n")}`;
}

const HEAD = `# Settings

Written by \`npm run settings\` from \`workers/config/fields/\`; change it there.

Processes read the environment once, when they start. An empty variable counts as unset. A misspelt, contradicting or
unusable setting refuses the start with one sentence that names it. Secrets never appear in a log or a mistake.

- **File**: a setting with this mark may be given as \`NAME_FILE\`, the path of a file with the value. One newline at
  the end of the file does not count. Setting both is refused.
- **Secret**: never put it into an image, a repository or a command line.

How a new value takes effect:

${Object.entries(RELOAD_RULES)
  .map(([rule, meaning]) => `- ${rule.toLowerCase()}: ${meaning}`)
  .join("\n")}
`;

const sectionOf = ({ title, settings }: SettingGroup) =>
  `## ${title}\n\n${settings.map(entryOf).join("")}`;

function entryOf(setting: DescribedSetting): string {
  const facts = [
    ...(setting.isSecret ? ["secret"] : []),
    ...(setting.fileName === null ? [] : ["file"]),
    defaultOf(setting),
    ...(setting.unit === null ? [] : [`unit ${setting.unit}`]),
    `read by ${setting.readers.join(", ")}`,
    setting.reload.toLowerCase(),
  ];
  return `- **\`${setting.name}\`** ${setting.meaning}\n  (${facts.join("; ")})\n`;
}

function defaultOf(setting: DescribedSetting): string {
  if (setting.isRequired) return "required";
  if (setting.usual !== null) return `default ${setting.usual}`;
  return setting.default === null || setting.default === ""
    ? "no default"
    : `default \`${setting.default}\``;
}
