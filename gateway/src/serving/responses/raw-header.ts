/**
 * One field of a request, of its header as it came: `request.headers` makes an object of all fields, which is more work
 * than most answers are.
 * @param rawHeaders names and values by turns. @param name in lower case.
 * @returns undefined when it is absent; of one that came several times all values, joined by `, `.
 */
export function rawHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let values: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index]!;
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1]!;
    values = values === undefined ? value : `${values}, ${value}`;
  }
  return values;
}
