import { describe, expect, it } from 'vitest';
import { createPayloads, payloadUrl } from '../../src/remotes/payloads.ts';

const PAYLOAD = {
  composition: 'c1',
  path: '/blog',
  routeId: 'list',
  params: {},
  head: {},
  data: null,
  islands: [],
};
const BLOG = { path: '/blog', search: '' };
const REFUSED = { status: 404, code: 'SITE_PAGE_REFUSED', message: 'Page Not Found: /blog/x', fatal: true };

function setUp(...answers: (Response | Error)[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  const warnings: string[] = [];
  const clock = { now: 123 };
  const payloads = createPayloads({
    composition: 'c1',
    fetch: (async (url: string, init: RequestInit) => {
      requests.push({ url, init });
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    }) as typeof fetch,
    now: () => clock.now,
    warn: (message) => warnings.push(message),
  });
  return { payloads, requests, warnings, clock };
}

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

describe('the data of a page', () => {
  it.each([
    ['/', '/_payload.json?v'],
    ['/blog/a', '/blog/a/_payload.json?v'],
  ])('of %s has the address %s', (path, url) => {
    expect(payloadUrl(path, 'v')).toBe(url);
  });

  it('is requested under the build id and cached if it is prerendered', async () => {
    const { payloads, requests } = setUp(json(PAYLOAD));
    const [first, second] = await Promise.all([1, 2].map(() => payloads.load({ prerender: true }, BLOG)));
    expect(first).toEqual({ type: 'payload', payload: PAYLOAD });
    expect(second).toBe(first);
    expect(requests.map(({ url }) => url)).toEqual(['/blog/_payload.json?c1']);
  });

  it.each([
    ['immutable', 'public, max-age=31536000, immutable', 1],
    ['of an upstream', 'public, max-age=0, must-revalidate', 2],
  ])('that is %s is cached during its lifetime', async (_, cache, requested) => {
    const answer = () => new Response(JSON.stringify(PAYLOAD), { headers: { 'cache-control': cache } });
    const { payloads, requests, clock } = setUp(answer(), answer());
    await payloads.load({ prerender: true }, BLOG);
    clock.now += 29_999;
    await payloads.load({ prerender: true }, BLOG);
    expect(requests).toHaveLength(1);
    clock.now += 1;
    await payloads.load({ prerender: true }, BLOG);
    expect(requests).toHaveLength(requested);
    expect(requests[0]!.init.cache).toBe('default');
  });

  it('is requested each time with a timestamp and the composition if it is not prerendered', async () => {
    const { payloads, requests } = setUp(json(PAYLOAD), json(PAYLOAD));
    await payloads.load({ prerender: false }, BLOG);
    await payloads.load({ prerender: false }, BLOG);
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('/blog/_payload.json?123'));
    expect(new Headers(requests[0]!.init.headers).get('x-composition')).toBe('c1');
    expect(requests[0]!.init.cache).toBe('no-store');
  });

  it('is requested and stored for each declared query that its loader reads', async () => {
    const { payloads, requests } = setUp(json(PAYLOAD), json(PAYLOAD), json(PAYLOAD));
    for (const search of ['', '?x=1', '?page=2&x=1', '?page=2', '?page=3'])
      await payloads.load({ prerender: true, loads: ['page'] }, { path: '/blog', search });
    expect(requests.map(({ url }) => url)).toEqual(
      ['', '&page=2', '&page=3'].map((query) => `/blog/_payload.json?c1${query}`),
    );
  });

  it('is requested with the query only if it is not prerendered', async () => {
    const { payloads, requests } = setUp(json(PAYLOAD), json(PAYLOAD));
    const place = { path: '/blog', search: '?x=1&y' };
    await payloads.load({ prerender: false }, place);
    await payloads.load({ prerender: true }, place);
    expect(requests.map(({ url }) => url)).toEqual([
      '/blog/_payload.json?123&x=1&y',
      '/blog/_payload.json?c1',
    ]);
  });

  it.each([
    [
      'a redirect',
      json({ redirect: { to: '/x', external: false } }),
      { type: 'redirect', to: '/x', external: false },
    ],
    ['an error', json(REFUSED, 404), { type: 'error', error: REFUSED }],
    ['an outage', json({ ...REFUSED, status: 503 }, 503), { type: 'gone' }],
    [
      'a notice that the composition is gone',
      json({ ...REFUSED, status: 410, code: 'GW_COMPOSITION_GONE' }, 410),
      { type: 'gone' },
    ],
  ])('can be %s', async (_, response, answer) => {
    const { payloads, warnings } = setUp(response);
    expect(await payloads.load({ prerender: true }, BLOG)).toEqual(answer);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['there is no connection', new Error('offline')],
    ['the answer is HTML', new Response('<!doctype html>')],
    ['the answer is malformed', json({ hello: 1 })],
    ['a 404 has no code', json({ message: 'no Route matched with those values' }, 404)],
    ['a 404 has a foreign code', json({ code: 'not_found', message: 'Not found' }, 404)],
  ])('warns when %s, and is requested again', async (_, answer) => {
    const { payloads, warnings } = setUp(answer, json(PAYLOAD));
    expect(await payloads.load({ prerender: true }, BLOG)).toEqual({ type: 'gone' });
    expect(warnings).toEqual(['Cannot load payload /blog/_payload.json?c1']);
    expect(await payloads.load({ prerender: true }, BLOG)).toMatchObject({ type: 'payload' });
  });
});
