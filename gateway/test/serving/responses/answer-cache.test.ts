import { expect, test, vi } from 'vitest';
import {
  type AnswerCacheOptions,
  createAnswerCache,
  decidingParameters,
  readyAddress,
} from '../../../src/serving/responses/answer-cache.ts';
import { createEncodedBody, type LiveData } from '../../../src/serving/responses/encoded-body.ts';

const LABEL = { kind: 'page', app: 'mfe-blog', digest: 'd1', route: '/' } as const;
const bytesOf = (text: string) => ({ bytes: Buffer.from(text), etag: `"${text}"` });
const NEW_YEARS_EVE = Date.UTC(2026, 11, 31, 23, 59);

/** @returns a cache, and a function that stores a body and makes it ready at a URL. */
function create(mostBytes = 100_000, more: Partial<AnswerCacheOptions> = {}) {
  const answers = createAnswerCache({
    now: () => 0,
    mostBytes,
    deciding: new Set(['page']),
    searched() {},
    ...more,
  });
  const keep = (
    url: string,
    text = url,
    { address = url, headers = {}, data = undefined as LiveData | undefined } = {},
  ) => {
    answers.store(address, createEncodedBody(text, data));
    answers.makeReady({ url, address, encoding: 'br' }, headers, bytesOf(text), { ...LABEL });
  };
  const found = (url: string) => answers.findReady('br', url)?.etag;
  return { answers, keep, found };
}

test('finds a body by its address, and counts the search for its app', async () => {
  const searched = vi.fn<(app: string, hit: boolean) => void>();
  const { answers } = create(undefined, { searched });
  answers.store('/', createEncodedBody('home'));
  expect(String((await answers.find('/', 'blog')!.in('identity')).bytes)).toBe('home');
  expect(answers.find('/about', 'legal')).toBeUndefined();
  expect(searched.mock.calls).toEqual([
    ['blog', true],
    ['legal', false],
  ]);
});

test('a body is ready in the encodings that were sent', () => {
  const { answers, keep } = create();
  keep('/');
  expect(answers.findReady('br', '/')).toBeDefined();
  expect(answers.findReady('gzip', '/')).toBeUndefined();
});

test('a body that is not stored is not made ready', () => {
  const { answers, found } = create();
  answers.makeReady({ url: '/', address: '/', encoding: 'br' }, {}, bytesOf('home'), LABEL);
  expect(found('/')).toBeUndefined();
});

test('has the headers of a 304, without those of the body', () => {
  const { answers, keep } = create();
  const headers = { vary: 'accept-encoding', 'content-length': 4, 'content-encoding': 'br' };
  keep('/', 'home', { headers });
  expect(answers.findReady('br', '/')).toMatchObject({
    headers: ['vary', 'accept-encoding', 'content-encoding', 'br', 'content-length', '4'],
    unmodified: ['vary', 'accept-encoding'],
  });
});

test('does not store the trace headers of an answer', () => {
  const { answers, keep } = create();
  keep('/', 'home', { headers: { 'server-timing': 'traceparent;desc="x"', etag: '"a"' } });
  const { headers, unmodified } = answers.findReady('br', '/')!;
  expect(headers).toEqual(['etag', '"a"', 'content-length', '4']);
  expect(unmodified).toEqual(['etag', '"a"']);
});

test('sends few bytes as text, and many as they are', () => {
  const { answers, keep } = create();
  keep('/few', 'é'.repeat(6_656));
  keep('/many', 'é'.repeat(6_657));
  expect(answers.findReady('br', '/few')!.content).toBe(Buffer.from('é'.repeat(6_656)).toString('latin1'));
  expect(answers.findReady('br', '/many')!.content).toEqual(Buffer.from('é'.repeat(6_657)));
});

test('drops an answer at the end of the year, which is part of a document', () => {
  let now = NEW_YEARS_EVE;
  const { answers, keep, found } = create(undefined, { now: () => now });
  keep('/');
  expect([found('/'), answers.find('/', '')]).not.toContain(undefined);
  now += 60_000;
  expect([found('/'), answers.find('/', '')]).toEqual([undefined, undefined]);
});

test('drops the least recently used answers over the limit of bytes', () => {
  const { keep, found } = create(3 * 25_000);
  for (const path of ['/a', '/b', '/c']) keep(path, path.repeat(5_000));
  expect(found('/a')).toBeDefined();
  keep('/d', '/d'.repeat(5_000));
  expect(['/a', '/b', '/c', '/d'].map((path) => found(path) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('does not store an answer over the whole limit', () => {
  const { answers } = create(20_000);
  answers.store('/', createEncodedBody('x'.repeat(20_000)));
  expect(answers.find('/', '')).toBeUndefined();
});

test('does not evict pages that are read for addresses that are requested once', () => {
  const { keep, found } = create();
  keep('/', 'home');
  keep('/unread');
  for (let index = 0; index < 500; index++) {
    keep(`/?page=${index}`, 'page');
    if (index % 10 === 0) expect(found('/?utm_source=x')).toBe('"home"');
  }
  expect(found('/unread')).toBeUndefined();
});

test('shares an answer between addresses that differ in undeclared parameters', () => {
  const { keep, found } = create();
  keep('/', 'home');
  for (let index = 0; index < 50; index++) expect(found(`/?utm_source=${index}`)).toBe('"home"');
  expect(found('/?page=2')).toBeUndefined();
});

test('makes an answer ready only under its canonical address', () => {
  const { keep, found } = create();
  for (const url of ['/ABOUT', '/about?page=', '/about?page=1&page=2', '/about?p%61ge=2'])
    keep(url, 'about', { address: '/about' });
  for (const url of ['/ABOUT', '/about', '/about?page=', '/about?p%61ge=2'])
    expect(found(url)).toBeUndefined();
});

test('answers only the exact address if any parameter can decide', () => {
  const { keep, found } = create(undefined, { deciding: undefined });
  keep('/', 'home');
  expect([found('/'), found('/?utm=1')]).toEqual(['"home"', undefined]);
});

test('never returns a replaced answer', () => {
  const { answers, keep, found } = create();
  keep('/', 'before');
  answers.store('/', createEncodedBody('after'));
  expect(found('/')).toBeUndefined();
  keep('/', 'after');
  expect(found('/')).toBe('"after"');
});

test('returns an answer while the state of its data is the same', () => {
  const { answers, keep, found } = create();
  let state: 'fresh' | 'stale' | 'changed' = 'fresh';
  const data = { state: () => state };
  keep('/', 'home', { data });
  expect(found('/')).toBe('"home"');
  state = 'stale';
  expect([found('/'), answers.find('/', '')?.data]).toEqual([undefined, data]);
  keep('/', 'home', { data });
  expect(found('/')).toBe('"home"');
  state = 'changed';
  expect([found('/'), answers.find('/', '')]).toEqual([undefined, undefined]);
});

test('shares the label between answers of one kind, app and route', () => {
  const { answers, keep } = create();
  for (const path of ['/', '/a']) keep(path);
  expect(answers.findReady('br', '/a')!.label).toBe(answers.findReady('br', '/')!.label);
});

const ID = 'a'.repeat(32);
const composition = { id: ID, routes: [{ query: ['sent'] }, { query: [] }], globalGuards: [] } as never;

test.each([
  ['/about', '/about'],
  ['/about?utm_source=x&utm_medium=y', '/about'],
  ['/about?', '/about'],
  ['/about?gclid', '/about'],
  ['/about?page=2&utm=x', '/about?page=2'],
  ['/about?utm=x&tag=a&sent=1', '/about?tag=a&sent=1'],
  ['/blog/_payload.json?' + ID, '/blog/_payload.json?' + ID],
  ['/blog/_payload.json?' + 'b'.repeat(32), '/blog/_payload.json'],
  ['/about?%74ag=a', undefined],
  ['/about?+tag=a', undefined],
  ['/about?a#&tag=x', undefined],
])('stores %s under %s', (url, address) => {
  expect(readyAddress(url, decidingParameters(composition))).toBe(address);
});

test('treats every parameter as deciding with global guards', () => {
  const deciding = decidingParameters({ id: ID, routes: [], globalGuards: ['language'] });
  expect(deciding).toBeUndefined();
  expect(readyAddress('/about?lang=de', deciding)).toBe('/about?lang=de');
});
