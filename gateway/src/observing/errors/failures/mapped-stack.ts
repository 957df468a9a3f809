import { setImmediate as nextTurn } from 'node:timers/promises';
import { plainText } from './plain-text.ts';
import type { SourcePositions } from './source-positions.ts';

const MAX_STACK = 8_000;
const MAX_FRAMES = 12;
const LONGEST_LINE = 300;
/** `blog@0123456789ab/server/server.cjs:12:34`, as a process names a script of a release. */
const FRAME = /\(?([a-z][a-z0-9-]{0,30}@[0-9a-f]{12})\/([\w./-]{1,200}):(\d{1,7}):(\d{1,7})\)?$/;
/** The positions of a script, `server/server.cjs` of `blog@0123456789ab`, where the release has a map. */
export type FindPositions = (release: string, file: string) => Promise<SourcePositions | undefined>;

/** Frames of the process itself say nothing about the app. */
const OF_THE_GATEWAY = /[( ](?:file|node):/;
const NAMED = /^at (?:async )?(?:new )?([\w$.<>]{1,80}) \(/;

/**
 * The frames of a stack, each at the line of its source where that is known. What the process sends may be anything:
 * bounded, and without characters that a log or a terminal acts on.
 * @param pause lets others have their turn before each frame is looked up: that takes 2 ms.
 * @returns the nearest first: `Post (blog src/pages/post.tsx:12)`
 */
export async function mapStack(
  stack: string,
  positionsOf: FindPositions,
  pause: () => Promise<unknown> = nextTurn,
): Promise<string[]> {
  const lines = stack
    .slice(0, MAX_STACK)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE).trim())
    .filter((line) => line.startsWith('at ') && !OF_THE_GATEWAY.test(line));
  const frames: string[] = [];
  const pausing: FindPositions = async (...place) => {
    const positions = await positionsOf(...place);
    if (positions) await pause();
    return positions;
  };
  for (const line of lines.slice(0, MAX_FRAMES)) frames.push(await mapFrame(line, pausing));
  return frames;
}

async function mapFrame(line: string, positionsOf: FindPositions): Promise<string> {
  const plain = plainText(line.slice('at '.length), LONGEST_LINE);
  const [, release, file, row, column] = FRAME.exec(line) ?? [];
  if (release === undefined || file === undefined) return plain;
  const source = (await positionsOf(release, file))?.find(Number(row), Number(column));
  if (source === undefined) return plain;
  const place = `${release.slice(0, release.indexOf('@'))} ${source}`;
  const name = NAMED.exec(line)?.[1];
  return name === undefined ? place : `${name} (${place})`;
}
