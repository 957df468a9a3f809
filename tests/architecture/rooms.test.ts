import { describe, expect, test } from 'vitest';
import { arrowsBetween, circles, parts, roomIn, upwardImports } from './rooms.ts';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles('{kit,enquiries,gateway,shell,mfe-*}/src/**/*.{ts,tsx,mjs,cjs}');
const plant = (path: string, text = '') => ({ path, text });

describe('import cycles between the folders of a package', () => {
  test('are reported when they pass through a third folder', () => {
    const planted = [
      plant('gateway/src/serving/pages/page.ts', `import { send } from '../http/send.ts';`),
      plant('gateway/src/serving/http/send.ts', `import type { Store } from '../stores/store.ts';`),
      plant('gateway/src/serving/stores/store.ts', `export { page } from '../pages/page.ts';`),
    ];
    expect(circles(arrowsBetween(planted, roomIn('gateway/src')))).toHaveLength(3);
    expect(circles(arrowsBetween(planted.slice(1), roomIn('gateway/src')))).toEqual([]);
  });

  test.each(parts)('do not exist in %s', (part) => {
    expect(files.some(({ path }) => roomIn(part)(path) !== undefined)).toBe(true);
    expect(circles(arrowsBetween(files, roomIn(part)))).toEqual([]);
  });
});

describe('imports between the wings of the gateway', () => {
  test('are reported when they lead to a wing above', () => {
    const planted = [
      plant(
        'gateway/src/serving/http/site-app.ts',
        `import type { Previews } from '../../releasing/activation/previews.ts';`,
      ),
      plant(`import { send } from '../../serving/http/site-app.ts';`),
    ];
    expect(upwardImports(planted)).toEqual([]);
  });

  test('lead only to wings below', () => {
    expect(upwardImports(files)).toEqual([]);
  });
});
