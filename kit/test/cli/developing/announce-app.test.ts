import { expect, it } from 'vitest';
import type { RefreshEvent } from '../../../src/build/refresh/refresh-event.ts';
import { announceApp } from '../../../src/cli/developing/announce-app.ts';

const ADDRESSES = { app: 'blog', url: 'http://localhost:3000', gateway: 'http://ops.test' };
const INSIDE = 'mfe: blog inside the site of http://ops.test';
const WITHOUT =
  'mfe: the site of http://ops.test is here without blog; what is wrong with it is over each page';
const { url: URL } = ADDRESSES;

const live = (apps?: Record<string, string>): RefreshEvent => ({
  composition: 'c',
  files: {},
  ...(apps && { apps }),
});
const rest = live({ shell: 'a' });
const whole = live({ shell: 'a', blog: 'b' });
const built: RefreshEvent = { app: 'blog', files: {}, parents: {} };
const broken = (app: string): RefreshEvent => ({ app, problem: { app, message: 'line 3' } });
const refused = (...apps: string[]): RefreshEvent => ({
  token: 't',
  problems: apps.map((app) => ({ app, message: 'refused' })),
});

async function saidOf(events: RefreshEvent[] | undefined): Promise<string[]> {
  const said: string[] = [];
  const note = (text: string): void => void said.push(text.trimEnd());
  const each = async function* (): AsyncGenerator<RefreshEvent> {
    yield* events ?? [];
  };
  await announceApp(ADDRESSES, events && each(), { print: note, tell: note });
  return said;
}

it.each([
  ['as soon as the app is live, not before', [rest, refused(), built, whole], [INSIDE, URL]],
  [
    'for an app that does not build, and says when it is live',
    [rest, broken('blog'), whole],
    [WITHOUT, URL, INSIDE],
  ],
  ['for an app that is refused', [refused('blog'), rest], [WITHOUT, URL]],
  ['once, however often it fails', [broken('blog'), refused('blog'), broken('blog')], [WITHOUT, URL]],
  ['not for what is wrong with another app', [refused('legal'), broken('legal')], []],
  ['where a gateway of before does not say which apps are live', [live()], [INSIDE, URL]],
])('prints the address %s', async (_, events, said) => {
  expect(await saidOf(events)).toEqual(said);
});

it('prints the address of a site for visitors at once: its pages are told nothing', async () => {
  expect((await saidOf(undefined)).at(-1)).toBe(URL);
});
