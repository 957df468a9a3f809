import type { Release } from '@voltframe/kit/contract/release/release';
import { withoutSignedValues } from '../../platform/secrets/signed-values.ts';
import type { FindPositions } from './source-positions.ts';

const MAX_STACK = 8_000;
const MAX_FRAMES = 12;
const LONGEST_LINE = 300;
/** `blog@0123456789ab/server/server.cjs:12:34`, as a process names a script of a release. */
const FRAME = /\(?([a-z][a-z0-9-]{0,30}@[0-9a-f]{12})\/([\w./-]{1,200}):(\d{1,7}):(\d{1,7})\)?$/;

/** Frames of the process itself say nothing about the app. */
const OF_THE_GATEWAY = /[( ](?:file|node):/;
const NAMED = /^at (?:async )?(?:new )?([\w$.<>]{1,80}) \(/;

/**
 * The frames of a stack, mapped to lines of sources where possible. The stack of a process is untrusted: its length
 * is limited, and control characters are removed.
 * @returns the nearest first: `Post (blog src/pages/post.tsx:12)`
 */
export async function mapStack(stack: string, positionsOf: FindPositions): Promise<string[]> {
  const lines = stack
    .slice(0, MAX_STACK)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE).trim())
    .filter((line) => line.startsWith('at ') && !OF_THE_GATEWAY.test(line));
  const frames: string[] = [];
  for (const line of lines.slice(0, MAX_FRAMES)) frames.push(await mapFrame(line, positionsOf));
  return frames;
}

async function mapFrame(line: string, positionsOf: FindPositions): Promise<string> {
  const plain = plainText(line.slice('at '.length), LONGEST_LINE);
  const [, release, file, row, column] = FRAME.exec(line) ?? [];
  if (release === undefined || file === undefined) return plain;
  const source = await (await positionsOf(release, file))?.(Number(row), Number(column));
  if (source === undefined) return plain;
  const place = `${release.slice(0, release.indexOf('@'))} ${source}`;
  const name = NAMED.exec(line)?.[1];
  return name === undefined ? place : `${name} (${place})`;
}

/** A frame as `mapStack` writes it. */
interface Frame {
  app: string;
  /** Absent: there is no map of it. */
  source?: string;
  line?: number;
}

const KNOWN = /(?:^|\()([a-z][a-z0-9-]{0,30}) ([^\s():]{1,200}):(\d{1,7})\)?$/;
const UNKNOWN = /(?:^|[( ])([a-z][a-z0-9-]{0,30})@[0-9a-f]{12}\//;

/** @returns the parts of a frame of `mapStack`; none for one that is of no release. */
export function partsOfFrame(mapped: string): [Frame] | [] {
  const [, app, source, line] = KNOWN.exec(mapped) ?? [];
  if (app !== undefined && source !== undefined) return [{ app, source, line: Number(line) }];
  const [, unmapped] = UNKNOWN.exec(mapped) ?? [];
  return unmapped === undefined ? [] : [{ app: unmapped }];
}

const MOST_LINES = 40;
const LONGEST_BROWSER_LINE = 500;
/** `https://site/assets/blog/page.0123456789.js:12:34`, also of a build that is not live yet. */
const PLACE =
  /\bhttps?:\/\/[^/\s()]{1,200}\/(?:assets|-\/refresh)\/([a-z][a-z0-9-]{0,30})\/([\w.-]{1,200}\.js)(?:\?[^:\s()]{0,100})?:(\d{1,7}):(\d{1,7})/;
/** The stack format of Firefox and Safari: `Post@https://…`. */
const WITHOUT_AT = /^([\w$./<>*]{0,100})@(?=https?:\/\/)(.*)$/;
const DIGITS = 12;
const NO_RELEASE = '0'.repeat(DIGITS);

/**
 * Other addresses, of a page or an extension, are left out, because they may be of the visitor.
 * @param stack of any browser, untrusted
 * @param releases that its scripts may be of
 * @returns the frames in scripts of apps, as a render process would have sent them: `at Post
 *   (blog@000000000000/client/page.0123456789.js:12:34)`
 */
export function browserStack(stack: string, releases: readonly Release[]): string {
  return stack
    .slice(0, MOST_LINES * LONGEST_BROWSER_LINE)
    .split('\n', MOST_LINES)
    .map((line) => line.slice(0, LONGEST_BROWSER_LINE).trim())
    .filter((line) => PLACE.test(line))
    .map((line) => frame(line, releases))
    .join('\n');
}

function frame(line: string, releases: readonly Release[]): string {
  const [, name, rest] = WITHOUT_AT.exec(line) ?? [];
  const written = rest === undefined ? line : `at ${name === '' ? rest : `${name} (${rest})`}`;
  return written.replace(PLACE, (_, app: string, file: string, row: string, column: string) => {
    const { digest = NO_RELEASE } = releases.find((release) => release.app === app) ?? {};
    return `${app}@${digest.slice(0, DIGITS)}/client/${file}:${row}:${column}`;
  });
}

/** @returns untrusted text on one line, cut to a length, without control characters and signed values. */
export function plainText(text: string, longest: number): string {
  return withoutSignedValues(text.slice(0, longest)).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
