import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { checkStylesheet } from '../../src/packaging/check-stylesheet.ts';
import { pictureOf } from './images/sample-images.ts';
import { mapOf, type Release } from '../../src/contract/release/release.ts';

const fixture = path.join(import.meta.dirname, 'fixtures', 'sample');
const options = { mode: 'production' } as const;
const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A copy of the sample app: inside the package, so that it finds the package's dependencies. */
function copyOfSample(depth = ''): string {
  const folder = mkdtempSync(path.join(realpathSync(import.meta.dirname), '.tmp-'));
  made.push(folder);
  const root = path.join(folder, depth);
  cpSync(fixture, root, { recursive: true });
  return root;
}

describe('buildApp', () => {
  const sample = copyOfSample();
  let built: Release;
  beforeAll(async () => {
    built = await buildApp(await loadApp(sample), options);
  });

  it('writes a release whose files have the digests that release.json states', () => {
    const written = JSON.parse(readFileSync(path.join(sample, 'dist/release.json'), 'utf8')) as typeof built;
    expect(written).toEqual(built);
    for (const [file, { sha256: digest, bytes }] of Object.entries(built.files)) {
      const body = readFileSync(path.join(sample, 'dist', file));
      expect([file, sha256(body), body.length]).toEqual([file, digest, bytes]);
    }
    const { digest, ...rest } = built;
    expect(digest).toBe(sha256(canonicalJson(rest)));
  });

  it('writes the team beside the release, outside its digest', () => {
    const beside = readFileSync(path.join(sample, 'dist/release.identity.json'), 'utf8');
    expect([JSON.parse(beside), JSON.stringify(built).includes('Samples')]).toEqual([
      { team: 'Samples' },
      false,
    ]);
  });

  it('lists the exact scripts and stylesheets of a route, each once', () => {
    const [route] = built.routes;
    expect(route!.js).toEqual([expect.stringMatching(/^client\/pages\.sample\.home\.[0-9a-f]{10}\.js$/)]);
    expect(route!.css).toEqual([expect.stringMatching(/^client\/pages\.sample\.home\.[0-9a-f]{10}\.css$/)]);
    expect(built.client.entry).toMatch(/^client\/sample\.[0-9a-f]{10}\.js$/);
    expect(Object.keys(built.shared.requires)).toContain('react');
  });

  it('writes a map for every script, with the source names of the author and without paths of the machine', () => {
    const { files } = built;
    const scripts = Object.keys(files).filter((file) => /\.c?js$/.test(file));
    expect(scripts.filter((file) => !(mapOf(file) in files))).toEqual([]);
    const read = (file: string) => readFileSync(path.join(sample, 'dist', file), 'utf8');
    const mapped = scripts.map((file) => JSON.parse(read(mapOf(file))) as { sources: string[] });
    expect(mapped.flatMap(({ sources }) => sources)).toEqual(
      expect.arrayContaining(['src/home.tsx', 'src/home.server.ts']),
    );
    for (const file of scripts) {
      expect(read(mapOf(file))).not.toMatch(/sourcesContent|\/\.tmp-|file:|webpack:/);
      expect(read(file)).not.toContain('sourceMappingURL');
    }
  });

  it('writes columns in the map of the server, because one of its lines may contain several lines of a source', () => {
    const map = readFileSync(path.join(sample, 'dist', mapOf('server/server.cjs')), 'utf8');
    const lines = (JSON.parse(map) as { mappings: string }).mappings.split(';');
    expect(lines.some((line) => line.includes(','))).toBe(true);
  });

  it('uses one address for a picture in client and server code, and includes each version once', async () => {
    const root = copyOfSample();
    writeFileSync(path.join(root, 'src/photo.jpg'), await pictureOf(400, 300));
    const page = path.join(root, 'src/home.tsx');
    const code = readFileSync(page, 'utf8').replace(
      '{count}',
      '{count} <img src={photo} width={photo.width} height={photo.height} alt="" />',
    );
    expect(code).toContain('<img');
    writeFileSync(page, `import photo from './photo.jpg';\n${code}`);
    const release = await buildApp(await loadApp(root), options);
    const versions = Object.keys(release.files).filter((file) => /photo/.test(file));
    expect(versions).toHaveLength(6);
    const address = `/assets/sample/${path.basename(versions.find((file) => /photo-400\..*\.jpg$/.test(file))!)}`;
    expect(readFileSync(path.join(root, 'dist/server/server.cjs'), 'utf8')).toContain(address);
    expect(readFileSync(path.join(root, 'dist', release.routes[0]!.js[0]!), 'utf8')).toContain(address);
  });

  it('includes the fonts of the config, and preloads those whose family the styles of a page name', async () => {
    const root = copyOfSample();
    const [font, config, styles] = ['src/wide.ttf', 'mfe.config.ts', 'src/home.module.css'];
    cpSync(
      path.join(import.meta.dirname, '../../src/build/cards/fonts/archivo-wide.ttf'),
      path.join(root, font),
    );
    const declared = `fonts: [{ family: 'sample_wide', file: './${font}', weight: '800', text: 'Home' }],`;
    const before = readFileSync(path.join(root, config), 'utf8');
    writeFileSync(path.join(root, config), before.replace('routes:', `${declared}\n  routes:`));
    appendFileSync(path.join(root, styles), '\n.title {\n  font-family: sample_wide, sans-serif;\n}\n');
    const { routes, files } = await buildApp(await loadApp(root), options);
    const fonts = Object.keys(files).filter((file) => file.endsWith('.woff2'));
    expect(fonts).toEqual([expect.stringMatching(/^client\/sample_wide-800-normal\.[0-9a-f]{10}\.woff2$/)]);
    expect(routes[0]!.fonts).toEqual(fonts);
    const css = readFileSync(path.join(root, 'dist', routes[0]!.css[0]!), 'utf8');
    expect(css).toContain(`url(/assets/sample/${path.basename(fonts[0]!)})`);
    expect(readFileSync(path.join(root, 'dist', routes[0]!.js[0]!), 'utf8')).not.toContain('woff2');
  });

  it('builds the stylesheets that a stylesheet imports, each limited to the app', async () => {
    const root = copyOfSample();
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    };
    write(
      'src/home.module.css',
      `@import './base.css';\n.title { composes: large from './sizes.module.css'; }\n`,
    );
    write('src/base.css', `@import 'tool/tool.css';\nh2 { color: teal; }\n`);
    write('src/sizes.module.css', '.large { padding: 40px; }\n');
    write('node_modules/tool/tool.css', 'h3 { color: red; }\n');
    write('node_modules/tool/package.json', '{ "name": "tool", "version": "1.0.0" }');
    const { routes } = await buildApp(await loadApp(root), options);
    const css = readFileSync(path.join(root, 'dist', routes[0]!.css[0]!), 'utf8');
    expect(css).not.toContain('@import');
    expect(checkStylesheet(css, { app: 'sample', stage: 'built' })).toEqual([]);
    const order = ['color: red', 'color: teal', 'padding: 40px'].map((text) =>
      css.replaceAll(': ', ':').indexOf(text.replace(': ', ':')),
    );
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order[0]).toBeLessThan(order[1]!);
  });

  it('makes a file of a font that a stylesheet has as data', async () => {
    const root = copyOfSample();
    const font = (type: string) =>
      `@font-face { font-family: ${type.replace(/\W/g, '')}; src: url('data:${type};charset=utf-8;base64,d09GRgABAAAA') }`;
    const types = ['application/font-woff', 'application/x-font-ttf', 'font/woff2'];
    appendFileSync(path.join(root, 'src/home.module.css'), `\n${types.map(font).join('\n')}\n`);
    const { routes, files } = await buildApp(await loadApp(root), options);
    const css = readFileSync(path.join(root, 'dist', routes[0]!.css[0]!), 'utf8');
    expect(css).not.toContain('data:');
    const named = [...css.matchAll(/url\(\/assets\/sample\/([^)]+)\)/g)].map(([, name]) => `client/${name}`);
    expect(named).toHaveLength(types.length);
    for (const file of named) expect(files).toHaveProperty([file]);
  });

  it('includes an image of a Markdown text in the release, with its size in the page', async () => {
    const root = copyOfSample();
    writeFileSync(path.join(root, 'content/notes/photo.png'), await pictureOf(64, 48, 'png'));
    const note = path.join(root, 'content/notes/first.md');
    writeFileSync(note, `${readFileSync(note, 'utf8')}\n![A photo](photo.png)\n`);
    const { files } = await buildApp(await loadApp(root), options);
    const image = Object.keys(files).find((file) => /photo-64.*\.jpg$/.test(file))!;
    expect(readFileSync(path.join(root, 'dist/data/notes/first.json'), 'utf8')).toContain(
      JSON.stringify(
        `<img src='/assets/sample/${path.basename(image)}' alt='A photo' width='64' height='48'`,
      ).slice(1, -1),
    );
  });

  it('rejects missing images, and writes no release', async () => {
    const root = copyOfSample();
    writeFileSync(
      path.join(root, 'src/photo.tsx'),
      `import photo from './photo.png';\nexport default photo;`,
    );
    await expect(buildApp(await loadApp(root), options)).rejects.toMatchObject({
      code: 'BUILD_IMAGES',
      message: 'Images of sample:\nsrc/photo.tsx:1: ./photo.png does not exist',
    });
    expect(existsSync(path.join(root, 'dist'))).toBe(false);
  });

  it('rejects more bytes for browsers than the gateway allows: those of public/ before other work', async () => {
    const root = copyOfSample();
    const app = { ...(await loadApp(root)), mostClientBytes: 2_000 };
    await expect(buildApp(app, options)).rejects.toMatchObject({
      code: 'BUILD_CLIENT_SIZE',
      message: expect.stringMatching(
        /^The files for browsers of sample have .+ 2000 are allowed: client\//,
      ) as string,
    });
    rmSync(path.join(root, '.cache'), { recursive: true });
    mkdirSync(path.join(root, 'public/sample'), { recursive: true });
    writeFileSync(path.join(root, 'public/sample/film.webm'), Buffer.alloc(2_001));
    await expect(buildApp(app, options)).rejects.toMatchObject({
      code: 'BUILD_CLIENT_SIZE',
      message: expect.stringContaining('/sample/film.webm (2001 bytes)') as string,
    });
    expect(existsSync(path.join(root, '.cache'))).toBe(false);
  });

  it('deletes the previous build when it fails', async () => {
    const root = copyOfSample();
    await buildApp(await loadApp(root), options);
    writeFileSync(path.join(root, 'src/home.tsx'), 'export default (');
    await expect(buildApp(await loadApp(root), options)).rejects.toMatchObject({
      code: 'BUILD_COMPILE_FAILED',
    });
    expect(existsSync(path.join(root, 'dist'))).toBe(false);
  });

  it('computes the same digest for the same sources in another folder', async () => {
    const second = await buildApp(await loadApp(copyOfSample('deeper/still')), options);
    expect(second.digest).toBe(built.digest);
  });

  it('changes one script when the text of a component changes, and none when content changes', async () => {
    const root = copyOfSample();
    const scripts = (files: object): string[] => Object.keys(files).filter((file) => file.endsWith('.js'));
    const before = await buildApp(await loadApp(root), options);
    const page = path.join(root, 'src/home.tsx');
    writeFileSync(page, readFileSync(page, 'utf8').replace('{count}', '{count} times'));
    const after = await buildApp(await loadApp(root), options);
    expect(scripts(after.files).filter((file) => !(file in before.files))).toHaveLength(1);
    writeFileSync(
      path.join(root, 'content/notes/first.md'),
      '---\ntitle: Other\ndate: 2026-01-01\n---\n\nOther words.\n',
    );
    const withContent = await buildApp(await loadApp(root), options);
    expect(scripts(withContent.files)).toEqual(scripts(after.files));
    expect(withContent.server).toBe(after.server);
  });
});
