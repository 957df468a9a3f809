import { describe, expect, it } from 'vitest';
import { createIconLoader } from '../../../src/react/icons/icon-loader.ts';
import { fakeClock } from '../../../src/testing/fake-clock.ts';

const OWN = 'https://site.example/api/_nuxt_icon';
const PUBLIC = 'https://icons.example';
type Behaviour = (names: string[]) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

const answer = (body: unknown, status = 200) => ({ ok: status < 400, status, json: async () => body });
const serve: Behaviour = async (names) =>
  answer({
    prefix: 'lucide',
    icons: Object.fromEntries(names.map((name) => [name, { body: `<${name}/>` }])),
    width: 24,
    height: 24,
  });
const hang: Behaviour = () => new Promise(() => {});
const fail: Behaviour = async () => answer({}, 500);

function setUp(own: Behaviour, other: Behaviour = hang) {
  const clock = fakeClock();
  const urls: string[] = [];
  const warnings: string[] = [];
  const registered: Record<string, unknown> = {};
  const load = createIconLoader({
    providers: [OWN, PUBLIC],
    fetch: (url) => {
      urls.push(url);
      const names = (new URL(url).searchParams.get('icons') ?? '').split(',');
      return (url.startsWith(OWN) ? own : other)(names);
    },
    register: (icons) => Object.assign(registered, icons),
    warn: (message) => warnings.push(message),
    ...clock,
  });
  return { load, clock, urls, warnings, registered };
}

describe('createIconLoader', () => {
  it('sends one request per collection and tick, with each icon once', async () => {
    const { load, clock, urls, registered } = setUp(serve);
    for (const name of ['lucide:b', 'lucide:a', 'lucide:b', 'simple-icons:x']) load(name);
    await clock.advance(1);
    expect(urls).toEqual([`${OWN}/lucide.json?icons=a%2Cb`, `${OWN}/simple-icons.json?icons=x`]);
    expect(registered['lucide:a']).toEqual({ body: '<a/>', width: 24, height: 24 });
    expect(clock.pending()).toBe(0);
    load('lucide:a');
    await clock.advance(1);
    expect(urls).toHaveLength(2);
  });

  it('splits requests longer than 500 characters', async () => {
    const { load, clock, urls } = setUp(serve);
    for (let i = 0; i < 60; i++) load(`lucide:a-rather-long-name-${i}`);
    await clock.advance(1);
    expect(urls.length).toBeGreaterThan(1);
    expect(Math.max(...urls.map((url) => url.length))).toBeLessThanOrEqual(500);
  });

  it('logs an icon that has not arrived after 1.5 s, and still registers it later', async () => {
    let arrive = (): void => {};
    const late: Behaviour = (names) => new Promise((resolve) => (arrive = () => resolve(serve(names))));
    const { load, clock, warnings, registered } = setUp(late);
    load('lucide:a');
    await clock.advance(1500 - 1);
    expect(warnings).toEqual([]);
    await clock.advance(1);
    expect(warnings).toEqual(['Failed to load icon lucide:a']);
    arrive();
    await clock.advance(1);
    expect([Object.keys(registered), warnings.length]).toEqual([['lucide:a'], 1]);
  });

  it('asks the next provider as well after 750 ms', async () => {
    const { load, clock, urls, registered } = setUp(hang, serve);
    load('lucide:a');
    await clock.advance(750 - 1);
    expect(urls).toHaveLength(1);
    await clock.advance(1);
    expect(urls[1]).toBe(`${PUBLIC}/lucide.json?icons=a`);
    expect(Object.keys(registered)).toEqual(['lucide:a']);
  });

  it('asks the next provider immediately after a failure', async () => {
    const { load, clock, registered } = setUp(fail, serve);
    load('lucide:a');
    await clock.advance(1);
    expect(Object.keys(registered)).toEqual(['lucide:a']);
  });

  it('asks no other provider for an icon that does not exist', async () => {
    const { load, clock, urls, warnings } = setUp(async () => answer({}, 404), serve);
    load('lucide:a');
    await clock.advance(1);
    expect([urls.length, warnings]).toEqual([1, ['Failed to load icon lucide:a']]);
  });

  it('stops 5 s after it has asked the last provider', async () => {
    const { load, clock } = setUp(hang, hang);
    load('lucide:a');
    const end = 2 * 750 + 5000;
    await clock.advance(end - 1);
    expect(clock.pending()).toBe(1);
    await clock.advance(2);
    expect(clock.pending()).toBe(0);
  });

  it.each(['nothing', 'lucide:Bad Name', '../x:y'])('sends no request for the name "%s"', async (name) => {
    const { load, clock, urls, warnings } = setUp(serve);
    load(name);
    await clock.advance(1);
    expect([urls, warnings]).toEqual([[], [`Failed to load icon ${name}`]]);
  });
});
