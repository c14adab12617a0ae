import {
  type DescribedSetting,
  describedSettings,
  type SettingGroup,
} from "./described-settings.ts";

/** The file `.env.example`: every setting with its default. */
export function exampleEnvironment(): string {
  return [HEAD, ...describedSettings().map(sectionOf)].join("\n");
}

const HEAD = `# Every variable that Sideline reads, with its default; written by npm run settings. \`npm start\` needs none of them: it
# sets the variables of its processes and creates the keys. It also reads values from a file named .env. A setting
# marked "or as a file" may be given as NAME_FILE, the path of a file with the value. deploy/settings.md has more.
`;

const sectionOf = ({ title, settings }: SettingGroup) =>
  `# --- ${title} ---\n\n${settings.map(entryOf).join("")}`;

function entryOf(setting: DescribedSetting): string {
  const { name, meaning, unit, usual, fileName, isRequired } = setting;
  const facts = [
    ...(isRequired ? ["Required."] : []),
    meaning,
    ...(unit === null ? [] : [`Unit: ${unit}.`]),
    ...(usual === null ? [] : [`Default: ${usual}.`]),
    ...(fileName === null ? [] : ["Or as a file."]),
  ];
  return `${commentOf(facts.join(" "))}\n${name}=${setting.default ?? ""}\n`;
}

const WIDTH = 118;

function commentOf(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + 1 + word.length > WIDTH && last !== "") lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join("\n");
}
