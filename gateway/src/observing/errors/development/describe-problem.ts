import { codeFrame, type Problem, type SourcePlace } from '@voltframe/kit/contract/development/problem';
import type { AppSources } from './app-sources.ts';

const MOST_CALLS = 8;
const LONGEST_MESSAGE = 4_000;
/** As mapped-stack.ts writes a call whose source is known. */
const KNOWN = /(?:^|\()([a-z][a-z0-9-]{0,30}) ([^\s():]{1,200}):(\d{1,7})\)?$/;

/** Not that of packages. */
const BY_HAND = /^(?:src|content|@voltframe\/kit)\//;

/**
 * @param at the calls of a mapped stack, the nearest first
 * @returns the problem, at the nearest line of a source that is the app's own; packages and the kit are nobody's to mend
 */
export async function describeProblem(
  sources: Pick<AppSources, 'read'>,
  app: string,
  message: string,
  at: string[],
): Promise<Problem> {
  const written = at.filter((call) => BY_HAND.test(KNOWN.exec(call)?.[2] ?? ''));
  const stack = (written.length > 0 ? written : at).slice(0, MOST_CALLS);
  const problem = { app, message: readable(message), ...(stack.length > 0 && { stack }) };
  for (const call of at) {
    const [, owner, file, line] = KNOWN.exec(call) ?? [];
    if (owner === undefined || file === undefined) continue;
    const text = await sources.read(owner, file);
    if (text === undefined) continue;
    const place: SourcePlace = { file, line: Number(line) };
    const frame = codeFrame(text, place.line);
    return { ...problem, app: owner, place, ...(frame !== undefined && { frame }) };
  }
  return problem;
}

/** With its lines, without what a terminal acts on. */
function readable(message: string): string {
  return message.slice(0, LONGEST_MESSAGE).replace(/[^\P{Cc}\n]|\p{Cf}/gu, '');
}
