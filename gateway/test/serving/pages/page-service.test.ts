import { createAnswerCache, type ReadyAt } from '../../../src/serving/responses/answer-cache.ts';
import { buildMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { describe, expect, test } from 'vitest';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import { pagePolicy } from '../../../src/serving/responses/page-policy.ts';
import {
  createSeenTwice,
  type ServedComposition,
} from '../../../src/serving/compositions/served-composition.ts';
import { createPageService, type PageAnswer } from '../../../src/serving/pages/page-service.ts';
import { createEncodedBody } from '../../../src/serving/responses/encoded-body.ts';
import { bodyOf, bodyText } from '../../fixtures/body-text.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

/** A service for a site with the page /docs, whose renderer answers with `fragment`. */
function setUp(
  fragment: () => unknown = () => ({ error: { status: 404, message: 'No such text', fatal: true } }),
) {
  const { composition, releases } = composed([
    shellRelease(),
    remoteRelease({
      routes: [{ id: 'docs.home', path: '/docs' }],
      rules: { '/docs/old': { redirect: '/docs' } },
    }),
  ]);
  const errors: unknown[] = [];
  let rendered = 0;
  const served = {
    composition,
    releases,
    matcher: buildMatcher(composition.rules),
    answers: createAnswerCache({ now: () => 0, mostBytes: 1_000_000, deciding: new Set(), searched() {} }),
    telemetry: testTelemetry(),
    seenTwice: createSeenTwice(),
    embedded: new Map(),
    renderer: {
      isListed: async () => true,
      fragment: async () => (rendered++, { value: fragment(), inputs: {}, renderedAt: 0 }),
      errorScreen: () => Promise.reject(new Error('no shell')),
      guards: async () => ({ type: 'pass' }),
    },
  } as unknown as ServedComposition;
  const pages = createPageService({
    now: () => 0,
    renderingLimit: { admit: () => {} },
    onError: async (error) => `id${errors.push(error)}`,
  });
  return { pages, served, errors, rendered: () => rendered };
}
/** Adds an empty frame that allows all sources. */
function framed(served: ServedComposition): void {
  const policyOf: ServedComposition['policyOf'] = (page, shown) =>
    pagePolicy(served.composition.islands, () => true, page, shown);
  Object.assign(served, {
    tables: { navigation: { header: [], footer: [] } },
    commonData: '{"composition":"c"',
    policyOf,
    templateOf: ((route, shown) => {
      const policy = JSON.stringify(policyOf(route!, [...shown]));
      const headers = { 'content-security-policy': policy };
      return { start: Buffer.from(''), end: Buffer.from('</script>'), headers, members: '"scripts":[]' };
    }) satisfies ServedComposition['templateOf'],
  });
  Object.assign(served.renderer, {
    frame: async () => ({ value: { html: '', islands: [] } }),
    island: async () => ({ value: { html: '' }, inputs: {} }),
  });
}
const textOf = (answer: PageAnswer): Promise<string> => bodyText(bodyOf(answer));

describe('an error', () => {
  test('of a page is the answer of document and payload, and not reported', async () => {
    const { pages, served, errors } = setUp();
    for (const answer of [
      await pages.document(served, '/docs', ''),
      await pages.payload(served, '/docs', ''),
    ])
      expect(answer).toMatchObject({ type: 'error', error: { status: 404, message: 'No such text' } });
    expect(errors).toEqual([]);
  });

  test('that is thrown is answered without its message, and reported', async () => {
    const thrown = new Error('secret');
    const { pages, served, errors } = setUp(() => {
      throw thrown;
    });
    const answer = await pages.document(served, '/docs', '');
    expect(answer).toMatchObject({ type: 'error', error: { status: 500, code: 'SITE_UNEXPECTED' } });
    expect([JSON.stringify(answer).includes('secret'), errors]).toEqual([false, [thrown]]);
  });

  test('of the server has an id, and an error of the visitor has none', async () => {
    const ours = { status: 500, message: 'not today', fatal: false };
    const { pages, served, errors } = setUp(() => ({ error: ours }));
    const answer = await pages.document(served, '/docs', '');
    expect(answer).toMatchObject({ type: 'error', error: { ...ours, id: 'id1' } });
    expect(errors).toMatchObject([{ message: 'not today', code: 'GW_PAGE_REFUSED' }]);
    expect(await pages.document(setUp().served, '/docs', '')).not.toHaveProperty('error.id');
  });

  test.each([
    [503, 'The site is starting'],
    [500, 'Something went wrong'],
  ])('with %i has a plain page when the shell cannot render it', async (status, says) => {
    const { pages, served } = setUp();
    const error = { status, code: 'X', message: 'secret', fatal: true };
    for (const of of [served, undefined]) {
      const html = await bodyText(await pages.errorDocument(of, error, '/docs'));
      expect(html).toContain(says);
      expect(html).not.toMatch(/secret|<script/);
    }
  });
});

test('a refusal of the gateway is answered and not reported', async () => {
  const { pages, served, errors } = setUp(() => {
    throw gatewayErrors.BAD_REQUEST({ reason: 'x' });
  });
  expect(await pages.payload(served, '/docs', '')).toMatchObject({
    type: 'error',
    error: { code: 'GW_BAD_REQUEST' },
  });
  expect(errors).toEqual([]);
});

describe('a redirect by a page', () => {
  const redirecting = (redirect: object = {}) =>
    setUp(() => ({ redirect: { to: '/docs/new?a=1', status: 301, external: false, ...redirect }, html: '' }));
  const location = { type: 'redirect', to: '/docs/new?a=1', status: 301 };

  test('is kept for minutes by caches, which its app purges, and in place of the payload', async () => {
    const { pages, served } = redirecting();
    expect(await pages.document(served, '/docs', '?x=1')).toMatchObject({
      ...location,
      cache: 'public, max-age=300',
      apps: ['shell', 'docs'],
    });
    const payload = await pages.payload(served, '/docs', '?x=1');
    expect(payload).toMatchObject({ cacheable: false });
    expect(JSON.parse(await textOf(payload))).toEqual({
      redirect: { to: '/docs/new?a=1', external: false, byPage: true },
    });
  });

  test.each([
    [
      'that depends on an answer of an upstream is asked for again',
      true,
      'public, max-age=0, must-revalidate',
    ],
    ['of a page that is rendered for each request is not stored', false, 'no-store'],
  ])('%s', async (_, prerender, cache) => {
    const { pages, served } = redirecting();
    const matcher = buildMatcher({ '/docs': { prerender } });
    Object.assign(served, { matcher, upstreams: { of: () => ({}) } });
    expect(await pages.document(served, '/docs', '')).toMatchObject({ ...location, cache, apps: [] });
  });

  test.each([
    ['to the page itself', { to: '/docs#top' }, { code: 'SITE_REDIRECT_LOOP', status: 508 }],
    ['to another site', { to: 'https://evil.example' }, { code: 'SITE_EXTERNAL_NAVIGATION' }],
    ['to another site without a protocol', { to: '/\\evil.example' }, { code: 'SITE_EXTERNAL_NAVIGATION' }],
    ['that would run code', { to: 'javascript:x', external: true }, { code: 'SITE_UNSAFE_PROTOCOL' }],
  ])('%s is an error', async (_, redirect, error) => {
    const { pages, served } = redirecting(redirect);
    expect(await pages.document(served, '/docs', '')).toMatchObject({ type: 'error', error });
    expect(await pages.payload(served, '/docs', '')).toMatchObject({ type: 'error', error });
  });

  test('may lead to another site with `external`', async () => {
    const { pages, served } = redirecting({ to: 'https://shop.example/a', external: true });
    expect(await pages.document(served, '/docs', '')).toMatchObject({ to: 'https://shop.example/a' });
  });
});

describe('a page', () => {
  const foreign = { 'img-src': ['https://a.example'] };
  const page = () => ({
    html: '<p>x</p>',
    head: { title: '', meta: [], links: [], jsonLd: [], lang: 'en' },
    data: null,
    islands: [{ name: 'Map', props: {}, key: 'Map_1' }],
    inputs: {},
  });

  test('has its own policy, also from memory, which its payload names', async () => {
    const { pages, served } = setUp(page);
    served.composition.islands = { Map: { app: 'docs', css: [], csp: foreign } };
    framed(served);
    const own = { 'content-security-policy': JSON.stringify({ sources: foreign }) };
    for (let times = 0; times < 2; times++)
      expect(await pages.document(served, '/docs', '')).toMatchObject({ type: 'body', headers: own });
    const payload = await pages.payload(served, '/docs', '');
    expect(JSON.parse(await textOf(payload))).toMatchObject({ policy: 'img-src https://a.example' });
  });

  test('has its data escaped in the document, and unchanged in the payload', async () => {
    const data = { text: '</script><script>alert(1)' };
    const { pages, served } = setUp(() => ({ ...page(), data }));
    framed(served);
    const html = await textOf(await pages.document(served, '/docs', ''));
    expect(html).not.toContain('<script>alert(1)');
    const [, json = ''] = /id="page-data">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({ page: { data } });
    expect(JSON.parse(await textOf(await pages.payload(served, '/docs', '')))).toMatchObject({ data });
  });

  test('has the titles of all choices in the payload', async () => {
    const choices = { parameter: 'q', titles: { a: 'Notes on a' } };
    const { pages, served } = setUp(() => ({ ...page(), islands: [], head: { ...page().head, choices } }));
    framed(served);
    served.composition.routes[0]!.query = ['q'];
    const payload = await pages.payload(served, '/docs', '?q=a');
    const { head } = JSON.parse(await textOf(payload)) as { head: object };
    expect(head).toMatchObject({ title: page().head.title, choices });
  });

  test('has the query in its canonical address, in document and payload', async () => {
    const links = [{ rel: 'canonical', href: 'https://voltframe.test/docs' }];
    const { pages, served } = setUp(() => ({ ...page(), islands: [], head: { ...page().head, links } }));
    framed(served);
    served.composition.routes[0]!.query = ['q'];
    const document = await textOf(await pages.document(served, '/docs', '?q=a'));
    const payload = await textOf(await pages.payload(served, '/docs', '?q=a'));
    const href = `${served.composition.site.url}/docs?q=a`;
    expect(document).toContain(`rel="canonical" href="${href}"`);
    expect(JSON.parse(payload)).toMatchObject({ head: { links: [{ href }] } });
  });

  test('that is compressed further is no longer answered with the bytes of before', async () => {
    const lines = Array.from({ length: 500 }, (_, line) => `<p>${line * 7919}</p>`);
    const { pages, served } = setUp(() => ({ ...page(), islands: [], html: lines.join('') }));
    framed(served);
    const body = bodyOf(await pages.document(served, '/docs', ''));
    const quick = await body.in('br');
    const { ready } = (await pages.document(served, '/docs', '')) as { ready: ReadyAt };
    ready.answers.makeReady({ url: '/docs', address: '/docs', encoding: 'br' }, {}, quick, ready.label);
    await pages.shrink(served, '/docs');
    expect(served.answers.findReady('br', '/docs')).toBeUndefined();
    const again = bodyOf(await pages.document(served, '/docs', ''));
    expect((await again.in('br')).bytes.length).toBeLessThan(quick.bytes.length);
  });

  test('that is compressed further does not replace a document that was built meanwhile', async () => {
    const { pages, served } = setUp(() => ({ ...page(), islands: [] }));
    framed(served);
    await pages.document(served, '/docs', '');
    const shrinking = pages.shrink(served, '/docs');
    const newer = createEncodedBody('newer');
    served.answers.store('/docs', newer);
    await shrinking;
    expect(served.answers.find('/docs', 'docs')).toBe(newer);
  });

  test('without a document, or without a route, is not compressed further', async () => {
    const { pages, served, rendered } = setUp(page);
    await pages.shrink(served, '/docs');
    await pages.shrink(served, '/nowhere');
    expect(rendered()).toBe(0);
  });

  test('with a query is stored at the second request, one without immediately', async () => {
    const { pages, served, rendered } = setUp(page);
    framed(served);
    served.composition.islands = { Map: { app: 'docs', css: [] } };
    served.composition.routes[0]!.query = ['q'];
    const renderings = async (search: string, times: number): Promise<number> => {
      const before = rendered();
      for (let time = 0; time < times; time++) {
        await pages.document(served, '/docs', search);
        await pages.payload(served, '/docs', search);
      }
      return (rendered() - before) / 2;
    };
    expect([await renderings('', 3), await renderings('?q=a', 4), await renderings('?q=b', 1)]).toEqual([
      1, 2, 1,
    ]);
    expect([served.answers.find('/docs?q=a', ''), served.answers.find('/docs?q=b', '')]).toEqual([
      expect.anything(),
      undefined,
    ]);
  });

  test.each([
    ['the apps of its content', true, ['shell', 'docs']],
    ['no apps when an island is missing', false, undefined],
  ])('passes shared caches %s', async (_, works, apps) => {
    const { pages, served } = setUp(page);
    served.composition.islands = { Map: { app: 'docs', css: [] } };
    framed(served);
    if (!works) Object.assign(served.renderer, { island: () => Promise.reject(new Error('broken')) });
    const document = await pages.document(served, '/docs', '');
    expect(document).toMatchObject({ cacheable: true });
    expect(bodyOf(document).apps).toEqual(apps);
  });
});
