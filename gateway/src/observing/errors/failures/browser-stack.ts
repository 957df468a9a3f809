const MOST_LINES = 40;
const LONGEST_LINE = 500;
/** `https://site/assets/blog/page.0123456789.js:12:34`, also of a build that is not live yet. */
const PLACE =
  /\bhttps?:\/\/[^/\s()]{1,200}\/(?:assets|-\/refresh)\/([a-z][a-z0-9-]{0,30})\/([\w.-]{1,200}\.js)(?:\?[^:\s()]{0,100})?:(\d{1,7}):(\d{1,7})/;
/** What Firefox and Safari write: `Post@https://…`. */
const WITHOUT_AT = /^([\w$./<>*]{0,100})@(?=https?:\/\/)(.*)$/;
/** In place of a digest: what a page runs may be newer than any release. */
const DIGITS = 12;
const ANY_RELEASE = '0'.repeat(DIGITS);
type DigestOf = (app: string) => string;

/**
 * @param stack of any browser, written by anyone
 * @param digestOf the release that an app's scripts are of
 * @returns as a render process would have sent it (mapped-stack.ts): `at Post (blog@000000000000/client/page.0123456789.js:12:34)`
 */
export function browserStack(stack: string, digestOf: DigestOf = () => ANY_RELEASE): string {
  return stack
    .slice(0, MOST_LINES * LONGEST_LINE)
    .split('\n', MOST_LINES)
    .map((line) => frame(line.slice(0, LONGEST_LINE).trim(), digestOf))
    .join('\n');
}

function frame(line: string, digestOf: DigestOf): string {
  const [, name, rest] = WITHOUT_AT.exec(line) ?? [];
  const written = rest === undefined ? line : `at ${name === '' ? rest : `${name} (${rest})`}`;
  return written.replace(
    PLACE,
    (_, app: string, file: string, row: string, column: string) =>
      `${app}@${digestOf(app).slice(0, DIGITS)}/client/${file}:${row}:${column}`,
  );
}
