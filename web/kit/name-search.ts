import { foldName, foldWords } from "../../contract/relationships/fold-name.ts";

/** Whether a name has every typed word, by the rule of the API's search: "jose" finds "José", "strasse" "Straße". */
export function nameSearch(typed: string): (name: string) => boolean {
  const words = foldWords(typed);
  return (name) => {
    const plain = foldName(name);
    return words.every((word) => plain.includes(word));
  };
}
