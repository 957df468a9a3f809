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
  let asked = 0;
  let gone = 0;
  const source = createManifestSource({
    request: () => answers[asked++]!(),
    setTimeout: clock.setTimeout,
    warn: (message) => warnings.push(message),
    gone: () => void gone++,
  });
  return { clock, warnings, source, asked: () => asked, gone: () => gone };
}

describe('the manifest', () => {
  it('is fetched once, however many need it', async () => {
    const { source, asked } = setUp([sent]);
    expect(await Promise.all([source.need(), source.need()])).toEqual([MANIFEST, MANIFEST]);
    expect([source.known(), asked()]).toEqual([MANIFEST, 1]);
  });

  it.each([
    ['does not come', async () => Promise.reject(new Error('offline'))],
    ['is refused', async () => Response.json(MANIFEST, { status: 500 })],
    ['is no JSON', async () => new Response('<!doctype html>')],
    ['is malformed', async () => Response.json('<!doctype html>')],
  ])('is asked for again when next needed after it %s', async (_, failing) => {
    const { source, warnings } = setUp([failing, sent]);
    expect(await source.need()).toBeNull();
    expect(warnings).toEqual(['Error fetching app manifest']);
    expect(await source.need()).toEqual(MANIFEST);
  });

  it.each([
    [404, 1],
    [403, 1],
    [500, 0],
  ])('that is answered with %i tells %i times that this build is gone', async (status, times) => {
    const { source, gone } = setUp([async () => new Response('', { status })]);
    expect([await source.need(), gone()]).toEqual([null, times]);
  });

  it('holds nobody up for ever', async () => {
    const { source, clock } = setUp([() => new Promise(() => {})]);
    const need = source.need();
    await clock.advance(4000);
    expect(await need).toBeNull();
  });
});
