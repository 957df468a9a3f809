import { expect, it } from 'vitest';
import { copiesText, sharedLibraries } from '../../../src/contract/operations/shared-libraries.ts';

const release = (app: string, libraries?: Record<string, { version?: string; file: string }>) => ({
  app,
  ...(libraries && { libraries }),
});

it('lists the apps with equal files as one copy, the copy of most apps first', () => {
  const libraries = sharedLibraries([
    release('shop', { '@acme/ui': { version: '3.0.1', file: 'client/-/a.js' } }),
    release('docs', { '@acme/ui': { version: '2.9.0', file: 'client/-/b.js' } }),
    release('blog', { '@acme/ui': { version: '3.0.1', file: 'client/-/a.js' } }),
    release('shell'),
  ]);
  expect(libraries).toEqual([
    {
      name: '@acme/ui',
      copies: [
        { version: '3.0.1', apps: ['blog', 'shop'] },
        { version: '2.9.0', apps: ['docs'] },
      ],
    },
  ]);
  expect(copiesText(libraries[0]!)).toBe('3.0.1 of blog and shop; 2.9.0 of docs');
});

it('believes files, not versions', () => {
  const [library] = sharedLibraries([
    release('blog', { ui: { version: '1.0.0', file: 'client/-/a.js' } }),
    release('shop', { ui: { version: '1.0.0', file: 'client/-/b.js' } }),
    release('news', { ui: { version: '9.9.9', file: 'client/-/b.js' } }),
  ]);
  expect(library!.copies.map(({ apps }) => apps)).toEqual([['news', 'shop'], ['blog']]);
});

it('sorts by name, and says that a version is not known', () => {
  const all = sharedLibraries([
    release('blog', { zod: { file: 'client/-/a.js' }, axios: { file: 'client/-/b.js' } }),
  ]);
  expect(all.map(({ name }) => name)).toEqual(['axios', 'zod']);
  expect(copiesText(all[0]!)).toBe('one copy of blog');
});
