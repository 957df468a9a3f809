import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, beforeEach } from 'vitest';
import type { App } from '@voltframe/kit/build/app-paths';
import type { PlaceCard } from '@voltframe/kit/build/cards/place-card';
import { compileContent, placeContentImage, recordedFile } from '../../../src/build/content/content.ts';
import { createPictures } from '../../../src/build/images/pictures.ts';
import { loadApp } from '@voltframe/kit/build/load-config';
import type { ContentEntry } from '@voltframe/kit/contract/page/page-server';
import type { ContentSource, MarkdownSource } from '@voltframe/kit/contract/release/mfe-config';
import { appOf } from '../fixtures/sample-app.ts';
import { pngOf } from '../images/sample-images.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

type Derive = Extract<ContentSource, { derive: unknown }>['derive'];

const fixture = path.join(import.meta.dirname, '../fixtures/sample');
let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function sampleWith(file?: string, text?: string) {
  root = mkdtempSync(path.join(realpathSync(path.join(import.meta.dirname, '..')), '.tmp-'));
  cpSync(fixture, root, { recursive: true });
  if (file) writeFileSync(path.join(root, file), text!);
  return loadApp(root);
}

/** `titles` comes before the collections in the config, and is derived after them. */
function withDerived(app: App, derive: Derive): App {
  return { ...app, config: { ...app.config, content: { titles: { derive }, ...app.config.content } } };
}

const compile = (app: App) =>
  compileContent(app, createPictures(app, 'development'));

function withCards(app: App): App {
  const { routes, content = {} } = app.config;
  const notes = {
    ...(content['notes'] as MarkdownSource),
    card: ({ words }: ContentEntry) => ({ title: `${words} words` }),
  };
  const [first, ...others] = routes;
  const card = (data: <T>(name: string) => T) => ({ title: data<{ heading: string }>('facts').heading });
  return {
    ...app,
    config: { ...app.config, routes: [{ ...first!, card }, ...others], content: { ...content, notes } },
  };
}

describe('compileContent', () => {
  it('compiles a collection into one file per entry and an index without bodies, in the declared order', async () => {
    const { files } = await compile(await sampleWith());
    const index = JSON.parse(files.get('data/notes/index.json')!) as Record<string, unknown>[];
    expect(index.map((entry) => entry['slug'])).toEqual(['second', 'first']);
    expect(index[0]).not.toHaveProperty('html');
    const second = JSON.parse(files.get('data/notes/second.json')!) as {
      html: string;
      toc: object[];
      words: number;
    };
    expect(second.toc).toEqual([{ depth: 2, id: 'a-heading-with-code', text: 'A heading with code' }]);
    expect(second.html).toContain("class='hljs-keyword'");
    expect(second.html).toContain("<pre tabindex='0'>");
    expect(second.html).not.toMatch(/<script|style=/);
    expect(second.words).toBe(12);
  });

  it('collects the icons that content names', async () => {
    const { icons } = await compile(await sampleWith());
    expect(Object.keys(icons)).toEqual(['lucide:radio']);
  });

  it('derives data from the collections, with their bodies and in their order', async () => {
    const app = await sampleWith();
    const { files } = await compile(
      withDerived(app, (entries) => entries('notes').map(({ slug, html }) => [slug, html !== undefined])),
    );
    expect(JSON.parse(files.get('data/titles.json')!)).toEqual([
      ['second', true],
      ['first', true],
    ]);
  });

  it.each<[string, Derive, RegExp]>([
    [
      'asks for an unknown collection',
      (entries) => entries('toString'),
      /mfe\.config\.ts: content\.titles: there is no collection "toString"/,
    ],
    ['returns nothing', () => undefined, /content\.titles: derive returns nothing/],
  ])('rejects a derive function that %s', async (_, derive, says) => {
    await expect(compile(withDerived(await sampleWith(), derive))).rejects.toThrow(says);
  });

  it('draws cards of entries and routes, and leaves cards out of the index', async () => {
    const app = withCards(await sampleWith());
    const draw: PlaceCard = async ({ title }, seed) => ({ src: `/${seed}.png`, width: 1, height: 1, alt: title });
    const { files, cards } = await compileContent(app, createPictures(app, 'development'), draw);
    expect(cards[app.config.routes[0]!.id]?.src).toBe(`/${app.config.routes[0]!.id}.png`);
    expect(JSON.parse(files.get('data/notes/second.json')!)).toMatchObject({
      card: { src: '/second.png', alt: '12 words' },
    });
    expect(files.get('data/notes/index.json')).not.toContain('.png');
  });

  it('draws no cards during development', async () => {
    const { files, cards } = await compile(withCards(await sampleWith()));
    expect([cards, files.get('data/notes/second.json')!.includes('"card"')]).toEqual([{}, false]);
  });

  const bad: [rule: string, file: string, text: string, says: RegExp][] = [
    ['a missing field', 'content/notes/first.md', '---\ntitle: T\n---\nx\n', /first\.md: line 2, date: /],
    [
      'an unknown field',
      'content/notes/first.md',
      '---\ntitle: T\ndate: d\nx: 1\n---\nx\n',
      /first\.md: line 4, x: the schema does not have this key\. The schema has title, date/,
    ],
    ['broken YAML', 'content/notes/first.md', '---\ntitle: [\n---\nx\n', /first\.md: line 2, YAML: /],
    ['no front matter', 'content/notes/first.md', 'Just text.\n', /first\.md: front matter: /],
    ['bad data', 'content/facts.yaml', 'heading: 3\nicon: a\n', /facts\.yaml: line 1, heading: /],
    [
      'an image that does not exist',
      'content/notes/first.md',
      '---\ntitle: T\ndate: d\n---\nText.\n\n![a](none.png)\n',
      /first\.md: line 7: none\.png does not exist/,
    ],
    [
      'a token character',
      'content/notes/first.md',
      '---\ntitle: T\ndate: d\n---\n\uE000\n',
      /first\.md: body: /,
    ],
    ...['index', 'Hello-World', 'über-uns', 'a--b', 'a b'].map((name): [string, string, string, RegExp] => [
      `the slug ${name}`,
      `content/notes/${name}.md`,
      '---\ntitle: T\ndate: d\n---\n',
      new RegExp(`${name}\\.md: slug: a slug has`),
    ]),
  ];
  it.each(bad)('rejects %s with file, field and reason', async (_, file, text, says) => {
    const app = await sampleWith(file, text);
    await expect(compile(app)).rejects.toThrow(says);
    await expect(compile(app)).rejects.toMatchObject({ code: 'BUILD_CONTENT_INVALID' });
  });
});

it('names both files with the same slug', async () => {
  const app = await sampleWith();
  mkdirSync(path.join(root, 'content/notes/more'));
  cpSync(path.join(root, 'content/notes/first.md'), path.join(root, 'content/notes/more/first.md'));
  const notes = { ...(app.config.content!['notes'] as MarkdownSource), markdown: 'content/notes/**/*.md' };
  const config = { ...app.config, content: { ...app.config.content, notes } };
  await expect(compile({ ...app, config })).rejects.toThrow(
    /notes\/first\.md, \S*notes\/more\/first\.md: slug: both have the slug "first"/,
  );
});

it.each([
  ['a byte order mark', '\uFEFF---\ntitle: T\ndate: d\n---\nText.\n'],
  ['spaces after the lines', '--- \ntitle: T\ndate: d\n---\t\nText.\n'],
  ['no newline at the end', '---\ntitle: T\ndate: d\n---'],
  ['lines of Windows', '---\r\ntitle: T\r\ndate: d\r\n---\r\nText.\r\n'],
])('reads front matter with %s', async (_, text) => {
  const { files } = await compile(await sampleWith('content/notes/first.md', text));
  expect(JSON.parse(files.get('data/notes/first.json')!)).toMatchObject({ title: 'T', date: 'd' });
});

function place(src: string, images = new Map<string, Buffer>()) {
  const app = appOf({}, temporaryFolder({ 'content/posts/A photo.png': pngOf(640, 480) }));
  return placeContentImage(app, 'content/posts', src, createPictures(app, 'development'), images);
}

it('adds an image beside a text to the release, named after its bytes', async () => {
  const images = new Map<string, Buffer>();
  const placed = await place('A%20photo.png', images);
  expect(placed).toEqual({
    src: expect.stringMatching(/^\/assets\/blog\/A-photo\.[0-9a-f]{10}\.png$/) as string,
    width: 640,
    height: 480,
    sources: [],
  });
  expect([...images].map(([file, body]) => [`/assets/blog/${file.slice(7)}`, body.length])).toEqual([
    [(placed as { src: string }).src, 100],
  ]);
});

it.each([
  ['none.png', 'none.png does not exist'],
  ['../../../etc/a.png', '../../../etc/a.png is outside of the app'],
  ['%E0%A4%A.png', '%E0%A4%A.png does not exist'],
  ['https://elsewhere.example/a.png', 'https://elsewhere.example/a.png is of another site'],
])('rejects the image %s with a reason', async (src, reason) => {
  expect(await place(src)).toEqual(expect.stringContaining(reason));
});

let folder = '';
beforeEach(() => void (folder = temporaryFolder()));

it('adds recorded answers to the release as a file', () => {
  const answer = { upstream: 'cms', path: '/posts', query: [], status: 200, headers: {}, text: '[]' };
  writeFileSync(path.join(folder, 'upstreams.recorded.json'), JSON.stringify([answer], null, 2));
  expect(recordedFile(folder)).toEqual([['data/@upstreams.recorded.json', JSON.stringify([answer])]]);
});

it('adds no file for an app without recorded answers', () => {
  expect(recordedFile(folder)).toEqual([]);
});

it('rejects a recording of the wrong shape by its file name', () => {
  writeFileSync(path.join(folder, 'upstreams.recorded.json'), '[{}]');
  expect(() => recordedFile(folder)).toThrow('upstreams.recorded.json: recorded answers: 0.upstream');
});
