import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listedFiles, pathDefects, REQUEST_PATHS } from './paths.ts';
import { root, sourceFiles } from './source-files.ts';

const document = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
const sources = sourceFiles('gateway/src/**/*.ts');

describe('the files that a request passes', () => {
  test.each(REQUEST_PATHS)('$heading: imports lead from the route to each of them', (one) => {
    const listed = listedFiles(document, one.heading);
    expect(listed.length).toBeGreaterThan(3);
    expect(pathDefects(one, listed, sources)).toEqual([]);
  });

  const page = { heading: 'A page', most: 18, wings: ['serving'], omitted: {} };
  /** It imports no other file of a wing. */
  const route = 'gateway/src/serving/render/call-limits.ts';

  test.each([
    [
      'a file that nothing imports',
      [route, 'gateway/src/serving/a.ts'],
      ['no import leads to gateway/src/serving/a.ts'],
    ],
    [
      'a file of another wing',
      [route, 'gateway/src/releasing/a.ts'],
      ['no import leads to gateway/src/releasing/a.ts', 'gateway/src/releasing/a.ts is in another wing'],
    ],
    ['too many files', Array.from({ length: 19 }, () => route), ['19 files, 18 are allowed']],
  ])('the rule reports %s', (_, listed, defects) => {
    expect(pathDefects(page, listed, sources)).toEqual(defects);
  });

  test.each([
    ['an import that the list omits', {}, [`${route} is omitted without a reason`]],
    [
      'a reason for a file that nothing imports',
      { [route]: 'tested', 'gateway/src/serving/a.ts': 'tested' },
      ['no listed file imports gateway/src/serving/a.ts'],
    ],
  ])('the rule reports %s', (_, omitted, defects) => {
    const one = { heading: 'A', most: 1, wings: ['serving'], omitted };
    const importing = {
      path: 'gateway/src/serving/http/site.ts',
      text: `import { a } from '../render/call-limits.ts';`,
    };
    expect(pathDefects(one, [importing.path], [importing])).toEqual(defects);
  });

  test('a list ends at the next heading', () => {
    const text = '\n### A\n\n`gateway/src/a.ts`\n\n### B\n\n`gateway/src/b.ts`\n';
    expect(listedFiles(text, 'A')).toEqual(['gateway/src/a.ts']);
  });
});
