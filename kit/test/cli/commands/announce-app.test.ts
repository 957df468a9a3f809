import { expect, it } from 'vitest';
import type { RefreshEvent } from '../../../src/build/refresh/refresh-event.ts';
import { announceApp, pageEvents } from '../../../src/cli/commands/dev.ts';

const ADDRESSES = { app: 'blog', url: 'http://localhost:3000', gateway: 'http://ops.test' };
const INSIDE = 'mfe: blog inside the site of http://ops.test';
const WITHOUT = 'mfe: the site of http://ops.test runs without blog; each page shows the errors of blog';
const { url: URL } = ADDRESSES;

const live = (apps: Record<string, string>): RefreshEvent => ({ composition: 'c', files: {}, apps });
const rest = live({ shell: 'a' });
const whole = live({ shell: 'a', blog: 'b' });
const built: RefreshEvent = { app: 'blog', parents: {} };
const broken = (app: string): RefreshEvent => ({ app, problem: { app, message: 'line 3' } });
const refused = (...apps: string[]): RefreshEvent => ({
  token: 't',
  problems: apps.map((app) => ({ app, message: 'refused' })),
});

async function printedFor(events: RefreshEvent[] | undefined): Promise<string[]> {
  const printed: string[] = [];
  const note = (text: string): void => void printed.push(text.trimEnd());
  const each = async function* (): AsyncGenerator<RefreshEvent> {
    yield* events ?? [];
  };
  await announceApp(ADDRESSES, events && each(), { print: note, tell: note });
  return printed;
}

it.each([
  ['when the app is live, not before', [rest, refused(), built, whole], [INSIDE, URL]],
  [
    'for an app that does not build, and reports when it is live',
    [rest, broken('blog'), whole],
    [WITHOUT, URL, INSIDE],
  ],
  ['for an app that is refused', [refused('blog'), rest], [WITHOUT, URL]],
  ['once after several failures', [broken('blog'), refused('blog'), broken('blog')], [WITHOUT, URL]],
  ['not for problems of another app', [refused('legal'), broken('legal')], []],
])('prints the address %s', async (_, events, printed) => {
  expect(await printedFor(events)).toEqual(printed);
});

it('prints the address of a production site immediately, because it sends no events', async () => {
  expect((await printedFor(undefined)).at(-1)).toBe(URL);
});

const { signal } = new AbortController();
const encoder = new TextEncoder();

async function eventsOf(...chunks: (string | Error)[]): Promise<unknown[]> {
  const requested: string[] = [];
  const fetch = async (url: URL): Promise<Response> => {
    requested.push(String(url));
    const sent = chunks.values();
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        const { value } = sent.next();
        if (value === undefined) stream.close();
        else if (value instanceof Error) stream.error(value);
        else stream.enqueue(encoder.encode(value));
      },
    });
    return new Response(body);
  };
  const events: unknown[] = [];
  const context = { fetch: fetch as typeof globalThis.fetch, signal };
  for await (const event of pageEvents('http://localhost:3000', context)) events.push(event);
  expect(requested).toEqual(['http://localhost:3000/-/refresh']);
  return events;
}

it.each([
  ['one in each chunk', ['data: {"a":1}\n\n', 'data: {"a":2}\n\n']],
  ['several in one chunk', ['data: {"a":1}\n\ndata: {"a":2}\n\n']],
  ['split over chunks', ['da', 'ta: {"a":1}\n', '\ndata: {"a":', '2}\n\n', 'data: {"a"']],
])('yields the events of a stream: %s', async (_, chunks) => {
  expect(await eventsOf(...chunks)).toEqual([{ a: 1 }, { a: 2 }]);
});

it('ends when the connection breaks', async () => {
  expect(await eventsOf('data: {"a":1}\n\n', new TypeError('terminated'))).toEqual([{ a: 1 }]);
});
