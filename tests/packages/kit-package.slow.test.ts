import { createRequire } from 'node:module';
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/apps.ts';
import { packKit } from '../../scripts/packages/pack.ts';
import { filesOf } from '../../scripts/packages/pack-files.ts';
import { runNode } from '../../scripts/processes.ts';
import { asNpm, asPnpm } from './layouts.ts';
import { defectsOf } from './packed-folder.ts';

const machine = mkdtempSync(path.join(realpathSync(tmpdir()), 'voltframe-packages-'));
const kit = path.join(machine, 'kit');
const require = createRequire(import.meta.url);
let tarball: string;
beforeAll(async () => {
  tarball = await packKit(machine);
});
afterAll(() => rmSync(machine, { recursive: true, force: true }));

const read = (file: string) => readFileSync(path.join(kit, file), 'utf8');
const manifest = () =>
  JSON.parse(read('package.json')) as Record<
    'exports' | 'dependencies' | 'peerDependencies',
    Record<string, string>
  >;

describe('packed kit', () => {
  it('contains the program, its types, source maps that embed their source, and nothing of tests, other apps or this machine', () => {
    const known =
      /^(package\.json|README\.md|CHANGELOG\.md|CONTRIBUTING\.md|docs\/[\w-]+\.md|templates\/.+\.template|bin\/(mfe|node)\.cjs|dist\/(?!.*test\.).+\.(c?js|js\.map|d\.ts|d\.ts\.map|css|ttf)|src\/(?!.*test\.).+\.tsx?)$/;
    expect(defectsOf(kit, known)).toEqual([]);
    expect(filesOf(kit).filter((file) => file.endsWith('.js.map')).length).toBeGreaterThan(50);
  });

  it('contains the source of each declaration, to which its map leads, outside of the compiled files', () => {
    const maps = filesOf(kit).filter((file) => file.endsWith('.d.ts.map'));
    const sourceOf = (file: string): string => {
      const [source] = (JSON.parse(read(file)) as { sources: [string] }).sources;
      return path.posix.join(path.posix.dirname(file), source);
    };
    expect(maps.map(sourceOf)).toEqual(
      maps.map(
        (file) =>
          expect.stringMatching(`^${file.replace('dist', 'src').replace('.d.ts.map', '\\.tsx?')}$`) as string,
      ),
    );
    expect(maps.map(sourceOf).filter((file) => !existsSync(path.join(kit, file)))).toEqual([]);
    expect(maps).toContain('dist/react/link.d.ts.map');
  });

  it('contains each declaration that another one references', () => {
    const references = filesOf(kit)
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) =>
        [...read(file).matchAll(/<reference path="([^"]+)"/g)].map(([, name]) =>
          path.posix.join(path.posix.dirname(file), name!),
        ),
      );
    expect(references).toContain('dist/react/build.d.ts');
    expect(references.filter((file) => !existsSync(path.join(kit, file)))).toEqual([]);
  });

  it('depends on exact versions, and on nothing that only tests use', () => {
    const { dependencies, peerDependencies } = manifest();
    for (const version of Object.values({ ...dependencies, ...peerDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['webpack', '@iconify-json/lucide']));
    expect(Object.keys(dependencies)).not.toEqual(expect.arrayContaining(['vitest']));
    expect(Object.keys(peerDependencies)).toEqual(['react', 'react-dom', 'react-router']);
  });

  it('exports the same names from each entry point as the workspace', () => {
    for (const [entry, file] of Object.entries(manifest().exports)) {
      expect([entry, existsSync(path.join(kit, file))]).toEqual([entry, true]);
      const source = path.relative(
        path.join(root, 'kit'),
        require.resolve(entry.replace('.', '@voltframe/kit')),
      );
      expect(`./${source.replace(/^src/, 'dist').replace(/\.tsx?$/, '.js')}`).toBe(file);
    }
  });

  it('lists the icon names once, for the types of every repository', () => {
    const type = read('dist/react/icons/kit-icon.d.ts');
    expect(type).toMatch(/`lucide:\$\{.*'arrow-right' \| .*\n.*`simple-icons:\$\{.*'github' \|/);
  });

  it('exports everything that the remotes of this workspace import from it', () => {
    const offered = Object.keys(manifest().exports).map((entry) => entry.replace('.', '@voltframe/kit'));
    const sources = globSync('mfe-*/{mfe.config.ts,{src,test}/**/*.{ts,tsx}}', { cwd: root });
    const taken = sources.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/'(@voltframe\/kit[^']*)'/g)].map(
        ([, name]) => name!,
      ),
    );
    expect([...new Set(taken)].filter((name) => !offered.includes(name))).toEqual([]);
  });
});

describe('checks of the packed kit', () => {
  it('publint reports nothing', async () => {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
      strict: true,
    });
    expect(messages).toEqual([]);
  });

  it('"are the types wrong?" reports nothing', async () => {
    const attw = path.join(
      path.dirname(require.resolve('@arethetypeswrong/cli/package.json')),
      'dist/index.js',
    );
    // Only of use to modules: Node's require is not offered.
    const { code, output } = await runNode([attw, tarball, '--profile', 'esm-only', '--format', 'ascii']);
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  });
});

describe('app in its own repository', () => {
  const build = async (app: string) => {
    const mfe = path.join(app, 'node_modules/@voltframe/kit/bin/mfe.cjs');
    const { code, output } = await runNode([mfe, 'build', '--json'], { cwd: app });
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
    return JSON.parse(output) as { digest: string };
  };
  let asInstalledByNpm: string;
  let asInstalledByPnpm: string;
  beforeAll(() => {
    asInstalledByNpm = asNpm(path.join(machine, 'npm'), kit);
    asInstalledByPnpm = asPnpm(path.join(machine, 'pnpm'), kit);
  });

  it('builds the same release in any folder, with the layout of npm or of pnpm', async () => {
    const releases = [await build(asInstalledByNpm), await build(asInstalledByPnpm)];
    expect(releases[0]!.digest).toBe(releases[1]!.digest);
    const dist = path.join(asInstalledByNpm, 'dist');
    const texts = filesOf(dist).map((file) => [file, readFileSync(path.join(dist, file), 'latin1')] as const);
    expect(texts.filter(([, text]) => /node_modules|\.pnpm/.test(text) || text.includes(machine))).toEqual(
      [],
    );
  });

  it('type-checks against the declarations of the package', async () => {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { code, output } = await runNode([tsc, '--project', asInstalledByPnpm]);
    expect([code, output]).toEqual([0, '']);
  });
});
