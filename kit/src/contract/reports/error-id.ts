/**
 * A short name for an error that both the browser and the gateway know without asking each other: the error screen
 * shows it, `mfe errors {id}` finds the group by it. It is not a secret, and collisions are possible: both groups are
 * found.
 * @param message as it was thrown.
 * @param frame the first line of its stack that is in a file of an app, trimmed; '' when there is none.
 * @returns 8 characters of `0-9a-z`
 */
export function errorId(message: string, frame: string): string {
  const text = `${message.slice(0, LONGEST)}\n${frame.slice(0, LONGEST)}`;
  return (half(text, 0xdeadbeef) + half(text, 0x41c6ce57)).slice(0, 8);
}

/** FNV-1a from a start of its own, and mixed at the end: four characters of it are as good as random. */
function half(text: string, start: number): string {
  let hash = start;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0).toString(36).padStart(7, '0').slice(-4);
}

/** A script of the site in a browser, one of a release on the server; with line and column. */
const OF_AN_APP = /(?:\/assets\/[a-z][\w-]*|[a-z][a-z0-9-]*@[\da-f]{12})\/\S+:\d+:\d+/;

/** @returns the first line of a stack that is in a file of an app, trimmed; '' when there is none. */
export function frameOf(stack: string): string {
  return (
    stack
      .split('\n', 40)
      .find((line) => OF_AN_APP.test(line))
      ?.trim() ?? ''
  );
}

const LONGEST = 300;
export const ERROR_ID = /^[0-9a-z]{8}$/;
