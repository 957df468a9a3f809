import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkAppName, writeRemote } from '../../../src/cli/workspace/new-remote.ts';
import { temporaryFolder } from '../../packaging/fixtures/releases.ts';

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));
const taken = (where: string): object => ({
  code: 'CLI_NAME_TAKEN',
  message: expect.stringContaining(where) as string,
});

/** An app whose folder is not called after it. */
mkdirSync(path.join(root, 'mfe-other'));
writeFileSync(path.join(root, 'mfe-other/page.tsx'), '');
writeFileSync(
  path.join(root, 'mfe-other/mfe.config.ts'),
  `export default { name: 'labs', routes: [{ id: 'labs.home', path: '/team', page: './page.tsx' }] };`,
);

describe('checkAppName', () => {
  it.each(['a', 'case-studies', 'x'.repeat(31)])('takes the name %s', (name) =>
    expect(checkAppName(root, name)).resolves.toBeUndefined(),
  );

  it.each([
    { name: 'Labs', says: 'lower-case' },
    { name: '4labs', says: 'a letter first' },
    { name: '../labs', says: 'lower-case' },
    { name: 'labs-', says: 'hyphens' },
    { name: 'a--b', says: 'hyphens' },
    { name: 'mfe-labs', says: 'by itself' },
    { name: 'shell', says: 'the platform uses it' },
    { name: 'api', says: 'the platform uses it' },
    { name: 'a'.repeat(32), says: '1 to 31' },
  ])('refuses the name $name', ({ name, says }) =>
    expect(checkAppName(root, name)).rejects.toMatchObject({
      code: 'CLI_NAME_INVALID',
      message: expect.stringContaining(says) as string,
    }),
  );

  it.each([
    { name: 'other', by: 'folder', where: 'mfe-other/ exists' },
    { name: 'labs', by: 'app', where: 'mfe-other/ is the app of that name' },
    { name: 'team', by: 'page', where: 'mfe-other/ has the page /team' },
  ])('refuses a name that is taken by a $by', ({ name, where }) =>
    expect(checkAppName(root, name)).rejects.toMatchObject(taken(where)),
  );

  it('leaves alone an app that does not load', async () => {
    mkdirSync(path.join(root, 'mfe-broken'));
    writeFileSync(path.join(root, 'mfe-broken/mfe.config.ts'), 'export default (');
    await expect(checkAppName(root, 'news')).resolves.toBeUndefined();
  });
});

describe('writeRemote', () => {
  it('fills name and title into every file of the template, and says which there are', () => {
    const files = writeRemote(root, 'case-studies');
    expect(files).toEqual(expect.arrayContaining(['mfe.config.ts', 'package.json', 'src/pages/home.tsx']));
    const texts = files.map((file) => readFileSync(path.join(root, 'mfe-case-studies', file), 'utf8'));
    for (const text of texts) expect(text).not.toMatch(/__\w+__/);
    expect(texts.join('')).toContain('Case studies');
    expect(existsSync(path.join(root, 'mfe-case-studies/mfe.config.ts.template'))).toBe(false);
  });
});
