import { expect, it } from 'vitest';
import { type Part, createFirstFailure, moduleParents } from '../../src/build/watch-build.ts';
import type { Compilation } from 'webpack';

/** `client!` = the client fails, `client` = it is built. */
function told(...steps: string[]): string[] {
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
  ['the half that fails first, not the other', ['client!', 'server!'], ['client failed']],
  ['the next mistake in it', ['client!', 'server!', 'client!'], ['client failed', 'client failed']],
  ['when that is mended', ['client!', 'server!', 'client', 'server'], ['client failed', 'client mended']],
  ['what only the server has', ['client', 'server!', 'server'], ['server failed', 'server mended']],
  [
    'what fails after that',
    ['content!', 'content', 'server!'],
    ['content failed', 'content mended', 'server failed'],
  ],
  ['nothing where nothing fails', ['client', 'server'], []],
])('tells %s', (_, steps, expected) => {
  expect(told(...steps)).toEqual(expected);
});

/** Module → those that import it; a name with a question mark is no module of the files. */
const IMPORTS: Record<string, (string | null)[]> = {
  page: [null],
  card: ['page', 'page', 'list', 'gone?'],
  list: ['page', 'list'],
  'gone?': ['page'],
};

it('says which modules import which, once, by the ids of the files', () => {
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
