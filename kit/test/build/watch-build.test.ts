import { expect, it } from 'vitest';
import { type Part, createFirstFailure, moduleParents } from '../../src/build/watch-build.ts';
import type { Compilation } from 'webpack';

/** `client!`: the client fails; `client`: the client is built. */
function reports(...steps: string[]): string[] {
  const log: string[] = [];
  const failure = createFirstFailure({
    failed: ({ message }) => log.push(message),
    mended: (part) => log.push(`${part} mended`),
  });
  for (const step of steps) {
    const part = step.replace('!', '') as Part;
    if (step.endsWith('!')) failure.failed(part, new Error(`${part} failed`));
    else failure.passed(part);
  }
  return log;
}

it.each([
  ['only the half that fails first', ['client!', 'server!'], ['client failed']],
  [
    'the next failure of the same half',
    ['client!', 'server!', 'client!'],
    ['client failed', 'client failed'],
  ],
  [
    'the fix of the failed half',
    ['client!', 'server!', 'client', 'server'],
    ['client failed', 'client mended'],
  ],
  ['a failure of the server alone', ['client', 'server!', 'server'], ['server failed', 'server mended']],
  [
    'a failure after a fix',
    ['content!', 'content', 'server!'],
    ['content failed', 'content mended', 'server failed'],
  ],
  ['nothing when both halves pass', ['client', 'server'], []],
])('reports %s', (_, steps, expected) => {
  expect(reports(...steps)).toEqual(expected);
});

/** Module → its importers; a name with a question mark is no module of the files. */
const IMPORTS: Record<string, (string | null)[]> = {
  page: [null],
  card: ['page', 'page', 'list', 'gone?'],
  list: ['page', 'list'],
  'gone?': ['page'],
};

it('lists the importers of each module once, by the ids of the files', () => {
  const compilation = {
    modules: Object.keys(IMPORTS),
    chunkGraph: { getModuleId: (name: string) => (name.endsWith('?') ? null : name) },
    moduleGraph: {
      getIncomingConnections: (name: string) => IMPORTS[name]!.map((originModule) => ({ originModule })),
    },
  };
  expect(moduleParents(compilation as unknown as Compilation)).toEqual({
    card: ['list', 'page'],
    list: ['page'],
  });
});
