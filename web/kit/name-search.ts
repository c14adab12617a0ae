/** Whether a name has every typed word, in upper or lower case, with or without accents: "jose" finds "José". */
export function nameSearch(typed: string): (name: string) => boolean {
  const words = folded(typed)
    .split(" ")
    .filter((word) => word !== "");
  return (name) => {
    const plain = folded(name);
    return words.every((word) => plain.includes(word));
  };
}

const folded = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
