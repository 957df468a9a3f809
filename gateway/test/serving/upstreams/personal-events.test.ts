import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createEventStreams } from '../../../src/serving/upstreams/personal-events.ts';

/** Streams whose heartbeats the test calls. */
function setUp() {
  const beats = new Set<() => void>();
  const streams = createEventStreams((_, beat) => {
    beats.add(beat);
    return () => void beats.delete(beat);
  });
  const open = (session = 'ada', isCurrent = () => true) => {
    const body = new PassThrough();
    const headers = { 'content-type': 'text/event-stream' };
    const { stream } = streams.open({ headers, body }, { session, isCurrent });
    const send = async (part: string): Promise<void> => {
      body.write(part);
      await new Promise(setImmediate);
    };
    return { body, stream, send };
  };
  const beat = (): void => {
    for (const each of beats) each();
  };
  return { streams, beats, open, beat };
}
const KNOWN = 'event: known\ndata: {}\n\n';

test('passes events on, with a heartbeat between lines only', async () => {
  const { open, beat, beats } = setUp();
  const { body, stream, send } = open();
  beat();
  await send('data: a');
  beat();
  await send('b\r');
  beat();
  await send('\n\r\n');
  beat();
  body.end();
  expect(await text(stream)).toBe(`${KNOWN}:\ndata: ab\r\n\r\n:\n`);
  expect(beats.size).toBe(0);
});

test('refuses what is no stream of events', () => {
  const { streams } = setUp();
  const answer = { headers: { 'content-type': 'text/html' }, body: new PassThrough() };
  expect(() => streams.open(answer, { session: '', isCurrent: () => true })).toThrow('its type is text/html');
});

test('ends the streams of a session, and the connections to the backend', async () => {
  const { streams, open, beats } = setUp();
  const [ada, other] = [open('ada'), open('other')];
  streams.endSession('ada');
  expect(await text(ada.stream)).toBe(KNOWN);
  expect([ada.body.destroyed, other.body.destroyed, beats.size]).toEqual([true, false, 1]);
  streams.endAll();
  expect(await text(other.stream)).toBe(KNOWN);
});

test('ends a stream that the live release does not declare any more', async () => {
  const { open, beat } = setUp();
  let isCurrent = true;
  const { stream } = open('ada', () => isCurrent);
  beat();
  isCurrent = false;
  beat();
  expect(await text(stream)).toBe(`${KNOWN}:\n`);
});

test('ends a stream after a quarter of an hour', async () => {
  const { open, beat, beats } = setUp();
  const { stream } = open();
  stream.resume();
  for (let beaten = 0; beaten < 59; beaten++) beat();
  expect(beats.size).toBe(1);
  beat();
  await once(stream, 'close');
  expect(beats.size).toBe(0);
});

test('ends the connection to the backend when the visitor leaves', async () => {
  const { open, beats } = setUp();
  const { body, stream } = open();
  stream.destroy();
  await once(stream, 'close');
  expect([body.destroyed, beats.size]).toEqual([true, 0]);
});

test('ends a stream of more than 4 MB, and keeps little of it for a visitor who reads nothing', async () => {
  const { open, beat } = setUp();
  const { body, stream } = open();
  const line = `data: ${'x'.repeat(64_000)}\n\n`;
  while (body.write(line));
  await new Promise(setImmediate);
  for (let beaten = 0; beaten < 50; beaten++) beat();
  expect(stream.readableLength).toBeLessThan(200_000);
  const feed = (): void => {
    while (!body.destroyed && body.write(line));
    body.once('drain', feed);
  };
  feed();
  expect((await text(stream)).length).toBeLessThan(4_300_000);
  expect(body.destroyed).toBe(true);
});

test('a backend that fails ends the stream', async () => {
  const { open } = setUp();
  const { body, stream } = open();
  body.destroy(new Error('it hung up'));
  expect(await text(stream)).toBe(KNOWN);
});
