import { expect, test } from 'vitest';
import { createIncomingPacks } from '../../../src/operations/routes/publish.ts';

const SECOND = 1_000;

function setUp() {
  let time = 0;
  const looks = new Set<() => void>();
  const packs = createIncomingPacks({
    now: () => time,
    every(_, look) {
      looks.add(look);
      return () => void looks.delete(look);
    },
  });
  /** A pack that arrives until `end` is called. @param bytesASecond bytes in each second. */
  const receive = (app: string, bytesASecond: (second: number) => number = () => 1e6, isAwaited = true) => {
    let bytes = 0;
    let seconds = 0;
    const whole = Promise.withResolvers<string>();
    const arrival = { bytes: () => bytes, isAwaited: () => isAwaited };
    const result = packs
      .receive([app], arrival, (signal) => {
        signal.addEventListener('abort', () => whole.reject(signal.reason));
        return whole.promise;
      })
      .catch((error: { code: string }) => error.code);
    return {
      result,
      end: () => whole.resolve('taken'),
      second: () => void (bytes += bytesASecond(seconds++)),
    };
  };
  const pass = (seconds: number, ...arriving: ReturnType<typeof receive>[]) => {
    for (let second = 0; second < seconds; second++) {
      time += SECOND;
      for (const one of arriving) one.second();
      for (const look of looks) look();
    }
  };
  return { receive, pass, looks };
}

test('two packs of an app and eight packs in total are received at a time; further ones are refused', async () => {
  const { receive } = setUp();
  const taken = ['a', 'a', 'b', 'b', 'c', 'c', 'd'].map((app) => receive(app));
  expect(await receive('a').result).toBe('OPS_PUSHES');
  taken.push(receive('d'));
  expect(await receive('e').result).toBe('OPS_PUSHES');
  taken[0]!.end();
  expect(await taken[0]!.result).toBe('taken');
  const next = receive('a');
  next.end();
  expect(await next.result).toBe('taken');
});

test('a pack without a byte for thirty seconds is aborted, and makes room', async () => {
  const { receive, pass, looks } = setUp();
  const stalled = [receive('a', (second) => (second < 5 ? 1e6 : 0)), receive('a', () => 0)];
  pass(29, ...stalled);
  expect(looks.size).toBe(2);
  pass(6, ...stalled);
  expect(await Promise.all(stalled.map(({ result }) => result))).toEqual([
    'OPS_PUSH_STALLED',
    'OPS_PUSH_STALLED',
  ]);
  const next = receive('a');
  next.end();
  expect([await next.result, looks.size]).toEqual(['taken', 0]);
});

test.each([
  ['16 KB a second', 'is received', 16 * 1024, true, 'taken'],
  ['less than that', 'is aborted', 16 * 1024 - 1, true, 'OPS_PUSH_STALLED'],
  ['nothing, while the gateway processes the received bytes,', 'is received', 0, false, 'taken'],
])('a pack that sends %s for two minutes %s', async (_, __, bytes, isAwaited, result) => {
  const { receive, pass } = setUp();
  const pack = receive('a', () => bytes, isAwaited);
  pass(120, pack);
  await Promise.resolve();
  pack.end();
  expect(await pack.result).toBe(result);
});
