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

describe('the icon loader', () => {
  it('asks once per collection and tick, for each icon once', async () => {
    const { load, clock, urls, registered } = setUp(serve);
    for (const name of ['lucide:b', 'lucide:a', 'lucide:b', 'simple-icons:x']) load(name);
    await clock.advance(1);
    expect(urls).toEqual([`${OWN}/lucide.json?icons=a%2Cb`, `${OWN}/simple-icons.json?icons=x`]);
    expect(registered['lucide:a']).toEqual({ body: '<a/>', width: 24, height: 24 });
    load('lucide:a');
    await clock.advance(1);
    expect(urls).toHaveLength(2);
  });

  it('splits requests longer than 500 characters as sent', async () => {
    const { load, clock, urls } = setUp(serve);
    for (let i = 0; i < 60; i++) load(`lucide:a-rather-long-name-${i}`);
    await clock.advance(1);
    expect(urls.length).toBeGreaterThan(1);
    expect(Math.max(...urls.map((url) => url.length))).toBeLessThanOrEqual(500);
  });

  it('skips and logs what has not come after 1.5 s, and still shows it when it comes', async () => {
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

  it('asks the next provider too after 750 ms', async () => {
    const { load, clock, urls, registered } = setUp(hang, serve);
    load('lucide:a');
    await clock.advance(750 - 1);
    expect(urls).toHaveLength(1);
    await clock.advance(1);
    expect(urls[1]).toBe(`${PUBLIC}/lucide.json?icons=a`);
    expect(Object.keys(registered)).toEqual(['lucide:a']);
  });

  it('asks the next provider at once after a failure', async () => {
    const { load, clock, registered } = setUp(fail, serve);
    load('lucide:a');
    await clock.advance(1);
    expect(Object.keys(registered)).toEqual(['lucide:a']);
  });

  it('asks nobody else when the icon is known not to exist', async () => {
    const { load, clock, urls, warnings } = setUp(async () => answer({}, 404), serve);
    load('lucide:a');
    await clock.advance(1);
    expect([urls.length, warnings]).toEqual([1, ['Failed to load icon lucide:a']]);
  });

  it('ends 5 s after the last provider had its turn', async () => {
    const { load, clock } = setUp(hang, hang);
    load('lucide:a');
    const end = 2 * 750 + 5000;
    await clock.advance(end - 1);
    expect(clock.pending()).toBe(1);
    await clock.advance(2);
    expect(clock.pending()).toBe(0);
  });

  it.each(['nothing', 'lucide:Bad Name', '../x:y'])('asks for nothing by the name "%s"', async (name) => {
    const { load, clock, urls, warnings } = setUp(serve);
    load(name);
    await clock.advance(1);
    expect([urls, warnings]).toEqual([[], [`Failed to load icon ${name}`]]);
  });
});
