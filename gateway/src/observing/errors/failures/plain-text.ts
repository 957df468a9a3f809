/** @returns text of a stranger on one line, without control characters, at most so long. */
export function plainText(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
