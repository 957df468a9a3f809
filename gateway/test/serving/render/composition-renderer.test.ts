import type { FragmentResult } from '@voltframe/kit/contract/release/server-module';
import { describe, expect, test, vi } from 'vitest';
import { CompositionRenderer } from '../../../src/serving/render/composition-renderer.ts';
import { createRenderCache } from '../../../src/serving/render/render-cache.ts';
import type { Failure } from '../../../src/observing/errors/failure-log.ts';
import type { Reading } from '../../../src/serving/render/render-session.ts';
import type { RenderClient } from '../../../src/serving/render/render-client.ts';
import { HtmlBytes } from '../../../src/serving/responses/page-bytes.ts';
import { servingErrors } from '../../../src/serving/serving-errors.ts';
import { upstreamErrors } from '../../../src/serving/upstream-errors.ts';
import {
  createInputWatch,
  RECORDED_INPUT,
  upstreamInput,
} from '../../../src/serving/upstreams/upstream-inputs.ts';
import { upstreamKey } from '../../../src/serving/upstreams/upstream-answers.ts';
import { upstreamRequest } from '../../fixtures/cached-response.ts';
import { playedAnswers } from '../../fixtures/played-answers.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

const FILE = 'docs/data/posts.json';
const POSTS = upstreamInput(upstreamRequest());
const POSTS_KEY = upstreamKey(upstreamRequest());
const page = { params: {}, path: '/docs', search: '' };

/** A composition with the data `data`, whose process answers with `answer` and counts its calls. */
function rendererOf(
  data: string,
  answer: (kind: string) => unknown,
  {
    cache = createRenderCache(testFolder()),
    isServed = true,
    processes = [] as string[],
    failures = [] as Failure[],
    answers = playedAnswers(),
    clock = { now: 7 },
  } = {},
) {
  const calls: string[] = [];
  const readings: Reading[] = [];
  const { composition, releases } = composed([
    shellRelease(),
    remoteRelease({ data: { 'posts.json': data }, islands: { Latest: { css: [] } } }),
  ]);
  const call = async (
    _composition: unknown,
    kind: string,
    _request: unknown,
    reading: Reading = { inputs: {}, recorded: false, isListed: true, priority: 'visitor' },
  ): Promise<unknown> => {
    const { inputs, recorded } = reading;
    calls.push(kind);
    readings.push(reading);
    if (recorded) inputs[RECORDED_INPUT] = '1';
    if (answers.held.size > 0) inputs[POSTS] = (await answers.read(upstreamRequest())).digest;
    return answer(kind);
  };
  const served = { yet: isServed };
  const renderer = new CompositionRenderer({
    composition,
    releases,
    cache,
    process(app) {
      processes.push(app);
      return { call } as unknown as RenderClient;
    },
    upstreams: createInputWatch(answers, () => clock.now),
    now: () => clock.now,
    isServed: () => served.yet,
    telemetry: testTelemetry({
      failure: (failure) => void failures.push(failure),
    }),
  });
  return { renderer, calls, readings, route: composition.routes[0]!, cache, composition, served };
}
const fragment = (data: string, more: Partial<FragmentResult> = {}) => ({
  html: data,
  inputs: { [FILE]: sha256(data) },
  ...more,
});
const fails = (): never => {
  throw new Error('boom');
};

test('refuses HTML that acts on the rest of a document, also after HTML of the same page that does not', async () => {
  const answers = ['<p>a</p>', '<p>a</p><plaintext>'].map((html) => new HtmlBytes(Buffer.from(html)));
  const { renderer, route } = rendererOf('a', () => ({ ...fragment('a'), html: answers.shift() }), {
    isServed: false,
  });
  await renderer.fragment(route, { ...page, search: '?tag=a' });
  await expect(renderer.fragment(route, { ...page, search: '?tag=b' })).rejects.toMatchObject({
    code: servingErrors.RENDER_UNCONTAINED.code,
  });
});

test('renders a page once for concurrent requests', async () => {
  const { renderer, calls, route } = rendererOf('a', () => fragment('a'));
  const rendered = await Promise.all([1, 2, 3].map(() => renderer.fragment(route, page)));
  expect(rendered.map(({ value, renderedAt }) => [value.html, renderedAt])).toEqual([
    ['a', 7],
    ['a', 7],
    ['a', 7],
  ]);
  await renderer.fragment(route, page);
  expect(calls).toEqual(['fragment']);
});

test('renders a page again for the next composition only if its inputs have changed', async () => {
  const { renderer, route, cache } = rendererOf('a', () => fragment('a'));
  await renderer.fragment(route, page);
  const same = rendererOf('a', () => fragment('a'), { cache });
  await same.renderer.fragment(same.route, page);
  const other = rendererOf('b', () => fragment('b'), { cache });
  await other.renderer.fragment(other.route, page);
  expect([same.calls, other.calls]).toEqual([[], ['fragment']]);
});

describe('a page that cannot be rendered', () => {
  const before = async () => {
    const { renderer, route, cache } = rendererOf('a', () => fragment('a'));
    await renderer.fragment(route, page);
    return cache;
  };

  test('is answered with the last good copy', async () => {
    const failures: Failure[] = [];
    const { renderer, route, composition } = rendererOf('b', fails, { cache: await before(), failures });
    expect((await renderer.fragment(route, page)).value.html).toBe('a');
    const digest = composition.apps['docs'];
    await vi.waitFor(() => expect(failures).not.toEqual([]));
    expect(failures).toEqual([
      {
        kind: 'stale',
        app: 'docs',
        digest,
        what: 'fragment docs.home',
        error: new Error('boom'),
        isListed: true,
      },
    ]);
  });

  test('is rejected in a candidate', async () => {
    const { renderer, route } = rendererOf('b', fails, { cache: await before(), isServed: false });
    await expect(renderer.fragment(route, page)).rejects.toThrow('boom');
  });

  test('is rejected without a copy, and rendered again at the next request', async () => {
    const { renderer, route, calls } = rendererOf('a', fails);
    await expect(renderer.fragment(route, page)).rejects.toThrow('boom');
    await expect(renderer.fragment(route, page)).rejects.toThrow('boom');
    expect(calls).toEqual(['fragment', 'fragment']);
  });
});

test.each([
  ['a page', {}, page, true],
  ['a page of a query', {}, { ...page, search: '?tag=a' }, false],
  ['a page with an error', { error: { status: 404, message: '', fatal: true } }, page, false],
])('stores renderings on disk or not: %s', async (_, more, request, onDisk) => {
  const root = testFolder();
  const first = rendererOf('a', () => fragment('a', more), { cache: createRenderCache(root) });
  await first.renderer.fragment(first.route, request);
  const restarted = rendererOf('a', () => fragment('a', more), { cache: createRenderCache(root) });
  await restarted.renderer.fragment(restarted.route, request);
  expect(restarted.calls).toEqual(onDisk ? [] : ['fragment']);
});

test('uses the digests of inputs in the gateway, not those of the process', async () => {
  const claims = {
    [FILE]: 'forged',
    'docs/data/gone.json': 'forged',
    'shell/server/server.cjs': 'x',
    composition: '',
  };
  const { renderer, route, composition } = rendererOf('a', () => fragment('a', { inputs: claims }));
  expect((await renderer.fragment(route, page)).inputs).toEqual({
    [FILE]: sha256('a'),
    'docs/data/gone.json': '',
    composition: composition.id,
  });
});

test('runs each guard in the process of its app, in order, until one fails', async () => {
  const processes: string[] = [];
  const { renderer, composition } = rendererOf('a', () => ({ type: 'pass' }), { processes });
  Object.assign(composition.guards, {
    one: { app: 'docs', expose: './one' },
    two: { app: 'docs', expose: './two' },
    three: { app: 'shell', expose: './three' },
  });
  expect(await renderer.guards('/docs', ['one', 'two', 'three', 'nobody', 'one'], false)).toMatchObject({
    type: 'error',
    code: 'SITE_UNKNOWN_GUARD',
  });
  expect(processes).toEqual(['docs', 'docs', 'shell']);
});

test('caches the outcome of pure guards only', async () => {
  const { renderer, calls, composition } = rendererOf('a', () => ({ type: 'pass' }));
  composition.guards['staff'] = { app: 'docs', expose: './staff' };
  for (const pure of [false, true, true, false]) await renderer.guards('/docs', ['staff'], pure);
  expect(calls).toHaveLength(3);
});

describe('a page with data of an upstream', () => {
  const answering = (digest: string) => playedAnswers({ held: new Map([[POSTS_KEY, digest]]) });

  test('is rendered again only when the answer has changed', async () => {
    const answers = answering('1');
    const { renderer, route, calls } = rendererOf('a', () => fragment('a'), { answers });
    expect((await renderer.fragment(route, page)).inputs).toEqual({ [FILE]: sha256('a'), [POSTS]: '1' });
    await renderer.fragment(route, page);
    expect(calls).toHaveLength(1);
    answers.held.set(POSTS_KEY, '2');
    expect((await renderer.fragment(route, page)).inputs[POSTS]).toBe('2');
    expect(calls).toHaveLength(2);
  });

  test('is not rendered again after a restart if the answer is the same', async () => {
    const root = testFolder();
    const first = rendererOf('a', () => fragment('a'), {
      cache: createRenderCache(root),
      answers: answering('1'),
    });
    await first.renderer.fragment(first.route, page);
    const answers = playedAnswers({ answer: () => '1' });
    const next = rendererOf('a', fails, { cache: createRenderCache(root), answers });
    expect((await next.renderer.fragment(next.route, page)).value.html).toBe('a');
    expect([next.calls, answers.reads.length]).toEqual([[], 2]);
  });

  test('is rejected with the error of its upstream without a stored answer', async () => {
    const answers = answering('1');
    const dead = upstreamErrors.UNREACHABLE({ app: 'docs', upstream: 'cms', reason: 'x' });
    let fail = false;
    const failures: Failure[] = [];
    const { renderer, route } = rendererOf(
      'a',
      () => {
        if (fail) throw dead;
        return fragment('a');
      },
      { answers, failures },
    );
    await renderer.fragment(route, page);
    answers.held.clear();
    answers.answer = () => dead;
    fail = true;
    await expect(renderer.fragment(route, page)).rejects.toBe(dead);
    expect(failures).toEqual([]);
  });

  test('is rendered again without counting against the limit of new addresses', async () => {
    const answers = answering('1');
    const { renderer, route } = rendererOf('a', () => fragment('a'), { answers });
    let admitted = 0;
    const look = () => renderer.fragment(route, page, { admit: () => void admitted++ });
    await look();
    answers.held.set(POSTS_KEY, '2');
    await look();
    expect(admitted).toBe(1);
  });

  test('is rendered again for visitors after it was admitted with recorded answers', async () => {
    const { renderer, route, calls, served } = rendererOf('a', () => fragment('a'), { isServed: false });
    await renderer.fragment(route, page);
    await renderer.fragment(route, page);
    expect(calls).toHaveLength(1);
    served.yet = true;
    await renderer.fragment(route, page);
    await renderer.fragment(route, page);
    expect(calls).toHaveLength(2);
  });

  test('is retried two seconds after it failed on a new answer', async () => {
    const [answers, clock] = [answering('1'), { now: 7 }];
    let broken = false;
    const answer = (): unknown => (broken ? fails() : fragment('a'));
    const { renderer, route, calls } = rendererOf('a', answer, { answers, clock });
    await renderer.fragment(route, page);
    answers.held.set(POSTS_KEY, '2');
    broken = true;
    for (let times = 0; times < 3; times++)
      expect((await renderer.fragment(route, page)).inputs[POSTS]).toBe('1');
    expect(calls).toHaveLength(2);
    clock.now += 2_000;
    broken = false;
    expect((await renderer.fragment(route, page)).inputs[POSTS]).toBe('2');
  });

  test('has no copy for visitors from recorded answers', async () => {
    let broken = false;
    const answer = (): unknown => (broken ? fails() : fragment('a'));
    const { renderer, route, served } = rendererOf('a', answer, { isServed: false });
    await renderer.fragment(route, page);
    [served.yet, broken] = [true, true];
    await expect(renderer.fragment(route, page)).rejects.toThrow('boom');
  });

  test('lists its paths again when the answer has changed', async () => {
    const answers = answering('1');
    const { renderer, calls, route } = rendererOf('a', () => [{ path: '/docs/x' }], { answers });
    const open = { ...route, path: '/docs/:slug' };
    expect((await renderer.listed(open)).inputs).toEqual({ [POSTS]: '1' });
    await renderer.paths(open);
    answers.held.set(POSTS_KEY, '2');
    await renderer.paths(open);
    expect(calls).toEqual(['paths', 'paths']);
  });
});

test('does not render a request for five seconds after it ended its process', async () => {
  const clock = { now: 7 };
  const ends = (): never => {
    throw servingErrors.RENDER_ENDED({ reason: 'an endless loop' });
  };
  const { renderer, calls, route } = rendererOf('a', ends, { clock });
  const outcome = () =>
    renderer.fragment(route, page).then(
      () => 'rendered',
      (error: { code: string }) => error.code,
    );
  expect([await outcome(), await outcome(), calls.length]).toEqual(['GW_RENDER_ENDED', 'GW_RENDER_ENDED', 1]);
  clock.now += 5_000;
  await outcome();
  expect(calls.length).toBe(2);
});

test.each([
  ['a route of one page', '/docs', '/docs', '', true],
  ['a query of it', '/docs', '/docs', '?tag=a', false],
  ['a path that its app lists', '/docs/:slug', '/docs/one', '', true],
  ['an unlisted path', '/docs/:slug', '/docs/other', '', false],
])('knows whether an address is listed: %s', async (_, pattern, path, search, listed) => {
  const { renderer, route } = rendererOf('a', () => [{ path: '/docs/one' }]);
  expect(await renderer.isListed({ ...route, path: pattern }, { path, search })).toBe(listed);
});

test.each([
  ['a listed page', true, {}, 'visitor'],
  ['a page that is rendered ahead', true, { isAhead: true }, 'background'],
  ['an invented address', true, { isListed: false }, 'background'],
  // Its calls do not wait behind those of invented addresses, so that visitors cannot delay a deploy.
  ['a page of a candidate', false, { isAhead: true, isListed: false }, 'visitor'],
])('calls the process for %s', async (_, isServed, context, priority) => {
  const { renderer, readings, route } = rendererOf('a', () => fragment('a'), { isServed });
  await renderer.fragment(route, page, context);
  expect(readings).toMatchObject([{ priority, ...(isServed && { queueMs: 10_000 }) }]);
});

test('an address that nobody has is not listed in a candidate', async () => {
  const { renderer, readings, route } = rendererOf('a', () => fragment('a'), { isServed: false });
  await renderer.fragment(route, page, { isListed: false, isProbe: true });
  expect(readings).toMatchObject([{ isListed: false, isProbe: true }]);
});
