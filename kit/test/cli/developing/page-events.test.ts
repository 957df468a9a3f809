import { expect, it } from 'vitest';
import { pageEvents } from '../../../src/cli/developing/page-events.ts';

const { signal } = new AbortController();
const encoder = new TextEncoder();

async function eventsOf(...chunks: (string | Error)[]): Promise<unknown[]> {
  const asked: string[] = [];
  const fetch = async (url: URL): Promise<Response> => {
    asked.push(String(url));
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
  expect(asked).toEqual(['http://localhost:3000/-/refresh']);
  return events;
}

it.each([
  ['one in each chunk', ['data: {"a":1}\n\n', 'data: {"a":2}\n\n']],
  ['several in one', ['data: {"a":1}\n\ndata: {"a":2}\n\n']],
  ['in pieces', ['da', 'ta: {"a":1}\n', '\ndata: {"a":', '2}\n\n', 'data: {"a"']],
])('gives the events of a stream: %s', async (_, chunks) => {
  expect(await eventsOf(...chunks)).toEqual([{ a: 1 }, { a: 2 }]);
});

it('ends when the gateway does', async () => {
  expect(await eventsOf('data: {"a":1}\n\n', new TypeError('terminated'))).toEqual([{ a: 1 }]);
});
