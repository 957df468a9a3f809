import { describe, expect, it } from 'vitest';
import { createManifestSource } from '../../src/builds/manifest.ts';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';

const MANIFEST = {
  id: 'x',
  timestamp: 1,
  matcher: { static: {}, wildcard: {}, dynamic: {} },
  prerendered: [],
};

const sent = async () => Response.json(MANIFEST);

function setUp(answers: (() => Promise<Response>)[]) {
  const clock = fakeClock();
  const warnings: string[] = [];
  let requests = 0;
  let gone = 0;
  const source = createManifestSource({
    request: () => answers[requests++]!(),
    setTimeout: clock.setTimeout,
    warn: (message) => warnings.push(message),
    gone: () => void gone++,
  });
  return { clock, warnings, source, requests: () => requests, gone: () => gone };
}

describe('the manifest', () => {
  it('is fetched once for concurrent requests', async () => {
    const { source, requests } = setUp([sent]);
    expect(await Promise.all([source.need(), source.need()])).toEqual([MANIFEST, MANIFEST]);
    expect([source.known(), requests()]).toEqual([MANIFEST, 1]);
  });

  it.each([
    ['is unreachable', async () => Promise.reject(new Error('offline'))],
    ['is refused', async () => Response.json(MANIFEST, { status: 500 })],
    ['is not JSON', async () => new Response('<!doctype html>')],
    ['is malformed', async () => Response.json('<!doctype html>')],
  ])('is requested again after it %s', async (_, failing) => {
    const { source, warnings } = setUp([failing, sent]);
    expect(await source.need()).toBeNull();
    expect(warnings).toEqual(['Error fetching app manifest']);
    expect(await source.need()).toEqual(MANIFEST);
  });

  it.each([
    [404, 1],
    [403, 1],
    [500, 0],
  ])('with the status %i reports %i times that this build is gone', async (status, times) => {
    const { source, gone } = setUp([async () => new Response('', { status })]);
    expect([await source.need(), gone()]).toEqual([null, times]);
  });

  it('resolves to null after a timeout', async () => {
    const { source, clock } = setUp([() => new Promise(() => {})]);
    const need = source.need();
    await clock.advance(4000);
    expect(await need).toBeNull();
  });
});
