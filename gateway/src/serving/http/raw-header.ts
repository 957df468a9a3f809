/**
 * One raw header field of a request. `request.headers` builds an object of all fields, which costs more than most
 * answers.
 * @param rawHeaders names and values by turns. @param name in lower case.
 * @returns undefined when it is absent; all values, joined by `, `, when it is repeated.
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
