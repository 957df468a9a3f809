import { describe, expect, test } from 'vitest';
import { arrowsBetween, circles, crowded, parts, roomIn } from './rooms.ts';
import { sourceFiles } from './source-files.ts';

const MOST_FILES = 15;
const files = sourceFiles('{kit,gateway,shell,mfe-*}/src/**/*.{ts,tsx,mjs,cjs}');
const plant = (path: string, text = '') => ({ path, text });

describe('no two folders of a part import each other in a circle', () => {
  test('sees one that leads through a third folder', () => {
    const planted = [
      plant('gateway/src/pages/page.ts', `import { send } from '../http/send.ts';`),
      plant('gateway/src/http/send.ts', `import type { Store } from '../stores/store.ts';`),
      plant('gateway/src/stores/store.ts', `export { page } from '../pages/page.ts';`),
    ];
    expect(circles(arrowsBetween(planted, roomIn('gateway/src')))).toHaveLength(3);
    expect(circles(arrowsBetween(planted.slice(1), roomIn('gateway/src')))).toEqual([]);
  });

  test.each(parts)('holds in %s', (part) => {
    expect(files.some(({ path }) => roomIn(part)(path) !== undefined)).toBe(true);
    expect(circles(arrowsBetween(files, roomIn(part)))).toEqual([]);
  });
});

describe('no two files import each other in a circle', () => {
  test('sees one', () => {
    const planted = [
      plant('kit/src/contract/a.ts', `import type { B } from './b.ts';`),
      plant('kit/src/contract/b.ts', `import type { A } from '@voltframe/kit/contract/a';`),
    ];
    expect(circles(arrowsBetween(planted, (path) => path))).toHaveLength(2);
  });

  test('holds in the repository', () => {
    expect(circles(arrowsBetween(files, (path) => path))).toEqual([]);
  });
});

describe(`no folder has more than ${MOST_FILES} files`, () => {
  test('sees one', () => {
    const names = Array.from({ length: MOST_FILES + 1 }, (_, index) => `gateway/src/site/${index}.ts`);
    expect(crowded(names, MOST_FILES)).toEqual([`gateway/src/site: ${MOST_FILES + 1} files`]);
    expect(crowded(names.slice(1), MOST_FILES)).toEqual([]);
  });

  test('holds in what is shipped', () => {
    const shipped = sourceFiles('{kit,gateway,shell,mfe-*}/src/**/*').map(({ path }) => path);
    expect(shipped.length).toBeGreaterThan(files.length);
    expect(crowded(shipped, MOST_FILES)).toEqual([]);
  });
});
