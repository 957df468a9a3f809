/**
 * A short name for an error that both the browser and the gateway know without asking each other: the error screen shows it,
 * `mfe errors {id}` finds the group by it. Not a secret, and not unique by force: who makes two alike finds both.
 * @param message as it was thrown.
 * @param frame the first line of its stack that is in a file of an app, trimmed; '' when there is none.
 * @returns 8 characters of `0-9a-z`
 */
export function errorId(message: string, frame: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of `${message.slice(0, 300)}\n${frame.slice(0, 300)}`) {
    const code = character.codePointAt(0)!;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  const mixed = (high >>> 0) * 2 ** 20 + ((low ^ (high >>> 13)) & 0xfffff);
  return (mixed % 36 ** 8).toString(36).padStart(8, '0');
}

export const ERROR_ID = /^[0-9a-z]{8}$/;
