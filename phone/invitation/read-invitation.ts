/** The token in what a person pastes: a link with the token in its fragment, or the code alone. Null if it has none. */
export function readInvitation(written: string): string | null {
  const text = written.trim();
  const token = /[#?&]token=([\w-]+)/.exec(text)?.[1] ?? text;
  return /^[\w-]{20,}$/.test(token) ? token : null;
}
