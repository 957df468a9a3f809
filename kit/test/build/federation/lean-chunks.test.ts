import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileOnce } from '../../../src/build/compile.ts';
import { leanChunks } from '../../../src/build/federation/lean-chunks.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const root = temporaryFolder({ 'late.js': 'export const late = 7;' });
afterEach(() => vi.unstubAllGlobals());

const addressOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

/** Builds an entry that loads other scripts by `loadScript`, and its chunk if it has one. */
async function build(entry: string, chunkFilename = '[name].js') {
  writeFileSync(path.join(root, 'main.js'), entry);
  const { files } = await compileOnce(appOf({}, root), {
    mode: 'production',
    context: root,
    target: 'browserslist:chrome >= 89',
    entry: { main: './main.js' },
    output: {
      module: true,
      chunkFormat: 'module',
      filename: '[name].js',
      chunkFilename,
      publicPath: '/assets/',
    },
    experiments: { outputModule: true },
    optimization: { minimize: false, chunkIds: 'named' },
    plugins: [leanChunks('globalThis.loadScript')],
  });
  const [chunk] = [...files.keys()].filter((name) => name !== 'main.js');
  return { code: String(files.get('main.js')), chunk: chunk && String(files.get(chunk)) };
}

describe('leanChunks', () => {
  it.each([
    ['[name].js', '/assets/late_js.js'],
    ['late/[name].js', '/assets/late/late_js.js'],
  ])('loads a chunk in %s once, and again after a failed load', async (name, address) => {
    const { code, chunk } = await build('globalThis.loadLate = () => import("./late.js");', name);
    const requested: string[] = [];
    const loadScript = (url: string): Promise<unknown> => {
      requested.push(url);
      return requested.length === 1 ? Promise.reject(new Error('offline')) : import(addressOf(chunk!));
    };
    vi.stubGlobal('loadScript', loadScript);
    await import(addressOf(code));
    const { loadLate } = globalThis as unknown as { loadLate(): Promise<{ late: number }> };
    await expect(loadLate()).rejects.toThrow('offline');
    expect((await Promise.all([loadLate(), loadLate()])).map(({ late }) => late)).toEqual([7, 7]);
    expect(requested).toEqual([address, address]);
  });

  it('leaves prefetched chunks to webpack', async () => {
    const { code } = await build(
      'globalThis.loadLate = () => import(/* webpackPrefetch: true */ "./late.js");',
    );
    expect(code).toContain('installedChunks');
  });
});
