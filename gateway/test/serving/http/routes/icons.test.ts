import { describe, expect, test } from 'vitest';
import { createIconFallback } from '../../../../src/serving/http/routes/icons.ts';

const PATH = '<path d="M0 0"/>';
const drawings = (...names: string[]) => ({
  prefix: 'mdi',
  icons: Object.fromEntries(names.map((name) => [name, { body: PATH }])),
});

function setUp(respond: (url: string) => Response | Promise<Response>) {
  const clock = { now: 1 };
  const requests: string[] = [];
  const fallback = createIconFallback({
    url: 'https://icons.example/api',
    fetch: (async (url: URL) => {
      requests.push(String(url));
      return respond(String(url));
    }) as typeof fetch,
    now: () => clock.now,
  });
  return { requests, clock, ask: (names: string[], from = '10.0.0.1') => fallback.icons('mdi', names, from) };
}

describe('icons from the public service', () => {
  test('are requested once a day, also missing ones', async () => {
    const { ask, requests, clock } = setUp(() => Response.json(drawings('home')));
    const both = { prefix: 'mdi', icons: { home: { body: PATH } }, not_found: ['no-such'] };
    expect(await ask(['home', 'no-such'])).toMatchObject(both);
    expect(await ask(['home', 'no-such'])).toMatchObject(both);
    expect(requests).toEqual(['https://icons.example/api/mdi.json?icons=home,no-such']);
    clock.now += 24 * 3_600_000 + 1;
    await ask(['home']);
    expect(requests).toHaveLength(2);
  });

  test('are requested without those in the cache', async () => {
    const { ask, requests } = setUp((url) => Response.json(drawings(url.split('=')[1]!)));
    await ask(['home']);
    expect(Object.keys((await ask(['home', 'key'])).icons)).toEqual(['home', 'key']);
    expect(requests[1]).toMatch(/icons=key$/);
  });

  test.each([
    ['a script', { body: '<script>alert(1)</script>' }],
    ['a handler', { body: '<path onload="alert(1)"/>' }],
    ['a body that is not a string', { body: { evil: true } }],
    ['a size that is not a number', { body: PATH, width: '1" onload="alert(1)' }],
    ['a drawing of 160 kB', { body: PATH.repeat(10_000) }],
  ])('with %s are listed as not found', async (_, icon) => {
    const { ask } = setUp(() => Response.json({ prefix: 'mdi', icons: { home: icon } }));
    expect(await ask(['home'])).toEqual({ prefix: 'mdi', icons: {}, not_found: ['home'] });
  });

  test('contain only the requested names', async () => {
    const { ask } = setUp(() =>
      Response.json({ ...drawings('home', 'evil'), icons: { home: { body: PATH, evil: 1 } } }),
    );
    const { icons } = await ask(['home']);
    expect(Object.keys(icons)).toEqual(['home']);
    expect(icons['home']).not.toHaveProperty('evil');
  });

  test('are read up to the limit', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent++;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const { ask } = setUp(() => new Response(endless));
    await expect(ask(['home'])).rejects.toMatchObject({ code: 'GW_ICON_FALLBACK_FAILED' });
    expect(sent).toBeLessThan(20);
  });

  test.each([
    ['another status', () => new Response('', { status: 500 }), 'GW_ICON_FALLBACK_FAILED'],
    ['invalid JSON', () => new Response('<html>'), 'GW_ICON_FALLBACK_FAILED'],
    ['other JSON', () => Response.json({ icons: 'home' }), 'GW_ICON_FALLBACK_FAILED'],
    ['404', () => new Response('', { status: 404 }), 'GW_ICON_COLLECTION_NOT_FOUND'],
  ])('are rejected with an error of the catalogue after %s, and retried', async (_, respond, code) => {
    const { ask, requests } = setUp(respond);
    for (let time = 0; time < 2; time++) await expect(ask(['home'])).rejects.toMatchObject({ code });
    expect(requests).toHaveLength(2);
  });

  test('are limited for each network of visitors and in total', async () => {
    const { ask, requests } = setUp(() => Response.json(drawings()));
    const refused = { code: 'GW_ICON_LIMIT', status: 429 };
    for (let index = 0; index < 30; index++) await ask([`a${index}`], `2001:db8::${index}`);
    await expect(ask(['b'], '2001:db8::f')).rejects.toMatchObject(refused);
    await expect(ask(['a1'], '2001:db8::f')).resolves.toBeDefined();
    for (let index = 0; index < 270; index++) await ask([`c${index}`], `10.0.0.${index}`);
    await expect(ask(['d'], '192.0.2.1')).rejects.toMatchObject(refused);
    expect(requests).toHaveLength(300);
  });
});

test('rejects other collections without a service', async () => {
  const fallback = createIconFallback({ url: undefined, fetch, now: () => 0 });
  await expect(fallback.icons('mdi', ['home'], '10.0.0.1')).rejects.toMatchObject({
    code: 'GW_ICON_COLLECTION_NOT_FOUND',
  });
});
