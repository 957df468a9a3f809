import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Compilation } from 'webpack';
import { appPaths } from '../../src/build/app-paths.ts';
import { buildAtChanges, createFirstFailure, moduleParents, type Part } from '../../src/build/watch-app.ts';
import { appOf } from './fixtures/sample-app.ts';
import { temporaryFolder } from '../temporary-folders.ts';

it('builds immediately and after each change, and reports each failed build', async () => {
  const root = temporaryFolder();
  let next = Promise.withResolvers<unknown>();
  const events = { released: () => {}, failed: (error: Error) => next.resolve(error) };
  const stop = buildAtChanges({ ...appOf({}), paths: appPaths(root) }, events);
  expect(await next.promise).toMatchObject({ code: 'BUILD_CONFIG_MISSING' });
  next = Promise.withResolvers();
  writeFileSync(path.join(root, 'mfe.config.ts'), 'export const nothing = 1;');
  expect(await next.promise).toMatchObject({ code: 'BUILD_CONFIG_INVALID' });
  await stop();
});

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
