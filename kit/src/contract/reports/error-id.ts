/**
 * A short name for an error, which the browser and the gateway compute from its message alone: the error screen shows
 * it, `mfe errors {id}` finds the groups by it. All releases, browsers and places with the same message share it.
 * Quoted text and words with a digit, `@` or `?` do not count, because they differ between visitors. It is no secret,
 * and collisions are possible: both groups are found.
 * @param message as it was thrown.
 * @returns 8 characters of `0-9a-z`
 */
export function errorId(message: string): string {
  const text = message.slice(0, LONGEST).replace(QUOTED, '0').replace(VARIABLE, '0');
  return half(text, 0xdeadbeef) + half(text, 0x41c6ce57);
}

const LONGEST = 300;
/** A cut text has no closing quote. */
const QUOTED = /(?<!\w)(["'`]).*?(?:\1(?!\w)|$)/g;
const VARIABLE = /[^\s\d@?]*[\d@?]\S*/g;

/** FNV-1a from a start of its own, and mixed at the end: four characters of it are as good as random. */
function half(text: string, start: number): string {
  let hash = start;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0).toString(36).padStart(7, '0').slice(-4);
}

/** A script of the site in a browser, one of a release on the server; with line and column. */
const OF_AN_APP = /(?:\/assets\/[a-z][\w-]{0,30}|[a-z][a-z0-9-]{0,30}@[\da-f]{12})\/\S{1,500}:\d+:\d+/;

/** @returns the first line of a stack that is in a file of an app, trimmed; '' when there is none. */
export function frameOf(stack: string): string {
  return (
    stack
      .split('\n', 40)
      .find((line) => OF_AN_APP.test(line))
      ?.trim() ?? ''
  );
}

export const ERROR_ID = /^[0-9a-z]{8}$/;
