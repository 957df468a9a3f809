import { expect, test, vi } from 'vitest';
import {
  createAppSources,
  createEditor,
  createScriptPositions,
  type EditorPorts,
} from '../../../../src/observing/errors/development/sources.ts';
import { remoteRelease } from '../../../fixtures/fixture-release.ts';

const FILES: Record<string, string> = {
  '/apps/blog/src/list.tsx': 'list',
  '/apps/blog/content/posts/a.md': 'a',
  '/apps/blog/mfe.config.ts': 'config',
  '/apps/blog/dist/release.json': 'built',
  '/apps/secret.ts': 'secret',
  '/apps/blog/.env': 'secret',
};
/** Link → where it leads. */
const LINKS: Record<string, string> = { '/apps/blog/src/link.tsx': '/apps/secret.ts' };

const sources = createAppSources(
  [
    { app: 'blog', type: 'folder', folder: '/apps/blog' },
    { app: 'legal', type: 'origin', url: 'http://legal' },
  ],
  {
    async realpath(file) {
      const found = LINKS[file] ?? file;
      if (found !== '/apps/blog' && found !== '/apps/blog/src' && !(found in FILES))
        throw new Error('ENOENT');
      return found;
    },
    stat: async (file) => ({ isFile: () => file in FILES, size: file.length }),
    read: async (file) => FILES[file]!,
  },
);

test.each([
  ['src/list.tsx', 'list'],
  ['content/posts/a.md', 'a'],
  ['mfe.config.ts', 'config'],
])('finds %s', async (file, text) => {
  expect(await sources.find('blog', file)).toBe(`/apps/blog/${file}`);
  expect(await sources.read('blog', file)).toBe(text);
});

test.each([
  ['one that is not there', 'blog', 'src/gone.tsx'],
  ['a folder', 'blog', 'src'],
  ['what leads out of the folder', 'blog', 'src/../../secret.ts'],
  ['a link out of it', 'blog', 'src/link.tsx'],
  ['an absolute path', 'blog', '/apps/secret.ts'],
  ['what was built', 'blog', 'dist/release.json'],
  ['what is hidden', 'blog', '.env'],
  ['an option of an editor', 'blog', '--wait'],
  ['what a shell acts on', 'blog', 'src/a;b.tsx'],
  ['what an editor takes for a line', 'blog', 'src/list.tsx:1'],
  ['a path without end', 'blog', `src/${'a'.repeat(1_000)}.tsx`],
  ['a source of an app that is built elsewhere', 'legal', 'src/list.tsx'],
  ['one of no app', 'nobody', 'src/list.tsx'],
])('finds nothing for %s', async (_, app, file) => {
  expect(await sources.find(app, file)).toBeUndefined();
  expect(await sources.read(app, file)).toBeUndefined();
});

const findable = {
  find: async (app: string, file: string) => (app === 'blog' ? `/apps/blog/${file}` : undefined),
};
const place = { file: 'src/list.tsx', line: 12 };

test('opens a source at its line, in the editor that is set', async () => {
  const launch = vi.fn<EditorPorts['launch']>();
  await createEditor({ sources: findable, editor: 'code -w', launch, tell: () => {} }).open('blog', place);
  expect(launch).toHaveBeenCalledExactlyOnceWith(
    '/apps/blog/src/list.tsx:12',
    'code -w',
    expect.any(Function),
  );
});

test('starts nothing for what is no source', async () => {
  const launch = vi.fn<EditorPorts['launch']>();
  const opening = createEditor({ sources: findable, editor: 'code', launch, tell: () => {} }).open(
    'legal',
    place,
  );
  await expect(opening).rejects.toMatchObject({ code: 'GW_SOURCE_UNKNOWN' });
  expect(launch).not.toHaveBeenCalled();
});

test('says what to set where no editor starts', async () => {
  const told: string[] = [];
  const editor = createEditor({
    sources: findable,
    editor: undefined,
    launch: (_place, _editor, failed) => failed(),
    tell: (text) => void told.push(text),
  });
  await expect(editor.open('blog', place)).rejects.toMatchObject({ code: 'GW_EDITOR_MISSING' });
  expect(told.join('')).toContain('LAUNCH_EDITOR');
});

const map = (source: string) =>
  Buffer.from(JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAAA' }));
const { release } = remoteRelease();

const positions = createScriptPositions({
  async readBuilt(app, name) {
    if (`${app}/${name}` !== 'docs/page.0123456789.js.map') throw new Error('ENOENT');
    return map('src/newest.tsx');
  },
  live: (app) => (app === 'docs' ? release : undefined),
  positionsIn: (releases) => async (name, file) => ({
    find: async () =>
      releases[0]!.app === 'docs' && name === `docs@${release.digest.slice(0, 12)}` ? file : 'wrong',
  }),
});
const find = async (name: string, file: string) => (await positions(name, file))?.find(1, 1);

test('a script that was built just now has the places of that build', async () => {
  expect(await find('docs@000000000000', 'client/page.0123456789.js')).toBe('src/newest.tsx:1');
});

test('any other has those of the live release', async () => {
  expect(await find('docs@000000000000', 'client/other.0123456789.js')).toBe('client/other.0123456789.js');
  expect(await find('gone@000000000000', 'client/other.0123456789.js')).toBeUndefined();
});
