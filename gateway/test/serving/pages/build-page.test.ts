import fc from 'fast-check';
import type { Head } from '@voltframe/kit/contract/page/head';
import { islandToken, lateToken } from '@voltframe/kit/contract/page/late-tokens';
import { describe, expect, test } from 'vitest';
import { createServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import { createPageService } from '../../../src/serving/pages/page-service.ts';
import { createRenderCache } from '../../../src/serving/render/render-cache.ts';
import type { Reading } from '../../../src/serving/render/render-session.ts';
import type { RenderClient } from '../../../src/serving/render/render-client.ts';
import type { BlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { createInputWatch, upstreamInput } from '../../../src/serving/upstreams/upstream-inputs.ts';
import { upstreamKey } from '../../../src/serving/upstreams/upstream-answers.ts';
import { bodyOf, bodyText } from '../../fixtures/body-text.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { upstreamRequest } from '../../fixtures/cached-response.ts';
import { playedAnswers } from '../../fixtures/played-answers.ts';
import { testFolder } from '../../fixtures/test-database.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

const request = upstreamRequest();
const KEY = upstreamKey(request);
const ISLANDS = ['First', 'Second'];
const ICONS = { 'lucide:globe': { body: '<path d="M2 12h20"/>', width: 24, height: 24 } };
const HEAD: Head = { title: 'Docs', meta: [], links: [], jsonLd: [], lang: 'en' };
const island = (name: string) => ({ name, props: {}, key: `${name}_1` });

interface Shell {
  readsHead?: true;
  head?: Head;
  /** In the HTML of the page. */
  text?: string;
}

/**
 * A page with two islands, which all show the newest answer to one question.
 * @param changesAt renderings, counted from 0, before which the answer changes.
 */
async function setUp(changesAt: number[], { head = HEAD, text: ownText = '', ...shell }: Shell = {}) {
  const answers = playedAnswers({ held: new Map([[KEY, 'v0']]) });
  const { composition, releases } = composed([
    shellRelease(),
    remoteRelease({ islands: Object.fromEntries(ISLANDS.map((name) => [name, { css: [] }])) }),
  ]);
  let renderings = 0;
  const shown = (text: string) => `<p>${text}</p>`;
  const call = async (
    _composition: unknown,
    kind: string,
    _request: unknown,
    { inputs }: Reading = { inputs: {}, recorded: false, isListed: true, priority: 'visitor' },
  ) => {
    if (kind === 'frame') return { html: lateToken('fragment'), islands: [], ...shell };
    if (changesAt.includes(renderings++)) answers.held.set(KEY, `v${renderings}`);
    const { digest } = await answers.read(request);
    inputs[upstreamInput(request)] = digest;
    if (kind === 'island') return { html: shown(digest), inputs: {} };
    const html = ownText + shown(digest) + ISLANDS.map((name) => islandToken(`${name}_1`)).join('');
    return { html, head, data: null, islands: ISLANDS.map(island), icons: ICONS, inputs: {} };
  };
  const served = await createServedComposition({
    composition,
    releases,
    blobs: { get: async () => Buffer.from('') } as unknown as BlobStore,
    cache: createRenderCache(testFolder()),
    process: () => ({ call }) as unknown as RenderClient,
    upstreams: createInputWatch(answers, () => 0),
    now: () => 0,
    isServed: () => true,
    memoryBytes: 1_000_000,
    telemetry: testTelemetry(),
  });
  const pages = createPageService({
    now: () => 0,
    renderingLimit: { admit: () => {} },
    onError: async () => undefined,
  });
  /** @returns the answers in the page and its islands. */
  const look = async (): Promise<string[]> => {
    const document = await bodyText(bodyOf(await pages.document(served, '/docs', '')));
    return [...document.matchAll(/<p>(v\d+)<\/p>/g)].map(([, version]) => version!);
  };
  return { answers, look, renderings: () => renderings, pages, served };
}

describe('a document whose parts show one answer of an upstream', () => {
  test('is cached until the answer changes', async () => {
    const { answers, look, renderings } = await setUp([]);
    expect([await look(), await look()]).toEqual(Array(2).fill(Array(3).fill('v0')));
    expect(renderings()).toBe(3);
    answers.held.set(KEY, 'v9');
    expect([await look(), await look()]).toEqual(Array(2).fill(Array(3).fill('v9')));
    expect(renderings()).toBe(6);
  });

  test('is built again when the answer changes during the build', async () => {
    const { look } = await setUp([1]);
    expect(await look()).toEqual(Array(3).fill('v2'));
  });

  test('never shows two answers, and shows all parts when they are stable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 12 }), async (changesAt) => {
        const { look } = await setUp(changesAt);
        for (let visit = 0; visit < 10; visit++) expect(new Set(await look()).size).toBe(1);
        for (let visit = 0; visit < 12; visit++) await look();
        expect(await look()).toHaveLength(3);
      }),
      { numRuns: 25 },
    );
  });
});

test('a page shows the character of markers as text, and fills only the markers of its islands', async () => {
  const { look, pages, served } = await setUp([], {
    text: `${lateToken('year')}${islandToken('Other_1')}\uE000zzz`,
  });
  const document = await bodyText(bodyOf(await pages.document(served, '/docs', '')));
  expect(document).toContain(
    '&#xE000;year&#xE000;&#xE000;island:Other_1&#xE000;&#xE000;zzz<p>v0</p><p>v0</p>',
  );
  expect(await look()).toHaveLength(3);
});

test('a payload has the drawings of icons, and the data of a document does not', async () => {
  const { json, payload } = await dataOf(await setUp([]));
  expect(JSON.parse(json)).toMatchObject({ page: { routeId: 'docs.home' } });
  expect(json).not.toContain('lucide:globe');
  expect(payload).toMatchObject({ icons: ICONS });
});

const choices = { parameter: 'tag', titles: { web: 'Notes on the web' } };

test.each<[string, Shell, boolean]>([
  ['no head if the shell reads it from the document', { readsHead: true }, false],
  ['the head for an earlier shell', {}, true],
  ['the head with titles for queries', { readsHead: true, head: { ...HEAD, choices } }, true],
])('the data of a document has %s', async (_, shell, expected) => {
  const { json, payload } = await dataOf(await setUp([], shell));
  expect('head' in (JSON.parse(json) as { page: object }).page).toBe(expected);
  expect(payload).toMatchObject({ head: HEAD });
});

test('the data of a document with a chosen title has the titles of all choices and the default', async () => {
  const { json, title } = await dataOf(await setUp([], { head: { ...HEAD, choices } }), '?tag=web');
  expect(title).toMatch(/^Notes on the web\b/);
  expect(JSON.parse(json)).toMatchObject({ page: { head: { title: 'Docs', choices } } });
});

/** @returns the data and title of the document, and its payload. */
async function dataOf({ pages, served }: Awaited<ReturnType<typeof setUp>>, search = '') {
  const document = await bodyText(bodyOf(await pages.document(served, '/docs', search)));
  const [, title] = /<title[^>]*>([^<]*)/.exec(document) ?? [];
  const [, json = ''] = /id="page-data">(.*?)<\/script>/.exec(document) ?? [];
  const payload = JSON.parse(await bodyText(bodyOf(await pages.payload(served, '/docs', '')))) as unknown;
  return { json, payload, title };
}
