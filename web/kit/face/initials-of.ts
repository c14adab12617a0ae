/** "Katharina Zimmermann-Wolff" is "KZ"; one word gives one letter. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .flatMap((word) => (word ? Array.from(word).slice(0, 1) : []))
    .join("")
    .toUpperCase();
}
