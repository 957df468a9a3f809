import { expect, test } from 'vitest';
import {
  createReadyAnswers,
  decidingParameters,
  readyAddress,
  type ReadyAnswersOptions,
} from '../../../src/serving/responses/ready-answers.ts';

const LABEL = { kind: 'page', app: 'mfe-blog', digest: 'd1', route: '/' } as const;
const body = (text: string) => ({ bytes: Buffer.from(text), etag: `"${text}"` });
const at = (url: string, encoding = 'br', address = url) => ({ url, address, encoding });
const create = (mostBytes: number, more: Partial<ReadyAnswersOptions> = {}) =>
  createReadyAnswers({ now: () => 0, mostBytes, deciding: new Set(['page']), ...more });
/** Characters of the header of each response, with a length of one digit. */
const START = 'content-length,1'.length;
const NEW_YEARS_EVE = Date.UTC(2026, 11, 31, 23, 59);

test('has the headers of a 304, without those of the body', () => {
  const answers = create(1_000);
  const headers = { vary: 'accept-encoding', 'content-length': 4, 'content-encoding': 'br' };
  answers.keep(at('/', 'br'), headers, body('home'), LABEL);
  expect(answers.get('br', '/')).toMatchObject({
    headers: ['vary', 'accept-encoding', 'content-encoding', 'br', 'content-length', '4'],
    unmodified: ['vary', 'accept-encoding'],
  });
});

test('drops an answer at the end of the year, which is part of a document', () => {
  let now = NEW_YEARS_EVE;
  const answers = create(100, { now: () => now });
  answers.keep(at('/', 'br'), {}, body('home'), LABEL);
  expect(answers.get('br', '/')).toBeDefined();
  now += 60_000;
  expect(answers.get('br', '/')).toBeUndefined();
});

test('drops answers over the limit of bytes', () => {
  const answers = create(2 * (8 + START));
  for (const path of ['/a', '/b', '/c']) answers.keep(at(path, 'gzip'), {}, body('123456'), LABEL);
  expect(answers.get('gzip', '/a')).toBeUndefined();
  expect([answers.get('gzip', '/b'), answers.get('gzip', '/c')]).not.toContain(undefined);
  answers.keep(at('/d', 'br'), {}, body('1234567'), LABEL);
  expect(answers.get('br', '/d'), 'larger than half of the limit').toBeUndefined();
});

test('shares an answer between addresses that differ in undeclared parameters', () => {
  const answers = create(100, { mostEntries: 2 });
  answers.keep(at('/'), {}, body('home'), LABEL);
  for (let index = 0; index < 50; index++) {
    const url = `/?utm_source=${index}`;
    expect(String(answers.get('br', url)?.bytes)).toBe('home');
    answers.keep(at(url, 'br', '/'), {}, body('home'), LABEL);
  }
  expect(answers.get('br', '/?page=2')).toBeUndefined();
});

test('stores an answer only under its canonical address', () => {
  const answers = create(100);
  for (const url of ['/ABOUT', '/about?page=', '/about?page=1&page=2', '/about?p%61ge=2'])
    answers.keep(at(url, 'br', '/about'), {}, body('about'), LABEL);
  for (const url of ['/ABOUT', '/about', '/about?page=', '/about?p%61ge=2'])
    expect(answers.get('br', url)).toBeUndefined();
});

test('answers only the exact address if any parameter can decide', () => {
  const answers = create(100, { deciding: undefined });
  answers.keep(at('/'), {}, body('home'), LABEL);
  answers.keep(at('/?utm=1', 'br', '/'), {}, body('home'), LABEL);
  expect([answers.get('br', '/')?.etag, answers.get('br', '/?utm=1')]).toEqual(['"home"', undefined]);
});

test.each([
  ['the address', '/aaaaaaaaaaaaaaaaaaaaaaaaaa', {}],
  ['the headers', '/a', { vary: 'accept-encoding, accept' }],
])('counts %s as bytes', (_, address, headers) => {
  const answers = create(2 * (24 + START));
  answers.keep(at('/'), {}, body('home'), LABEL);
  answers.keep(at(address), headers, body('1'), LABEL);
  expect([answers.get('br', '/'), answers.get('br', address)].map(Boolean)).toEqual([true, false]);
});

const FULL = 1_000_000;

test('counts an answer that is stored again once, and drops the oldest', () => {
  const answers = create(FULL, { mostEntries: 4 });
  for (let index = 0; index < 50; index++) answers.keep(at('/'), {}, body('home'), LABEL);
  for (const path of ['/a', '/b', '/c', '/d']) answers.keep(at(path), {}, body(path), LABEL);
  expect(['/', '/a', '/b', '/c', '/d'].map((path) => answers.get('br', path) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('does not evict pages that are read for addresses that are requested once', () => {
  const answers = create(FULL, { mostEntries: 100 });
  answers.keep(at('/'), {}, body('home'), LABEL);
  answers.keep(at('/unread'), {}, body('unread'), LABEL);
  for (let index = 0; index < 5_000; index++) {
    answers.keep(at(`/?page=${index}`), {}, body('page'), LABEL);
    if (index % 40 === 0) expect(answers.get('br', '/?utm_source=x')?.etag).toBe('"home"');
  }
  expect(answers.get('br', '/unread')).toBeUndefined();
});

test('never returns a replaced answer', () => {
  const answers = create(FULL, { mostEntries: 4 });
  answers.keep(at('/'), {}, body('before'), LABEL);
  answers.keep(at('/a'), {}, body('a'), LABEL);
  answers.keep(at('/b'), {}, body('b'), LABEL);
  answers.keep(at('/'), {}, body('after'), LABEL);
  for (const path of ['/c', '/d', '/e', '/f', '/g']) {
    expect(answers.get('br', '/')?.etag ?? '"after"').toBe('"after"');
    answers.keep(at(path), {}, body(path), LABEL);
  }
});

test('returns an answer while the state of its data is the same', () => {
  const answers = create(100);
  let state: 'fresh' | 'stale' | 'changed' = 'fresh';
  const data = { state: () => state };
  const found = () => answers.get('br', '/')?.etag;
  answers.keep(at('/'), {}, { ...body('home'), data }, LABEL);
  expect(found()).toBe('"home"');
  state = 'stale';
  expect(found()).toBeUndefined();
  answers.keep(at('/'), {}, { ...body('home'), data }, LABEL);
  expect(found()).toBe('"home"');
  state = 'changed';
  expect(found()).toBeUndefined();
  answers.keep(at('/'), {}, { ...body('home'), data }, LABEL);
  expect(found()).toBeUndefined();
});

test('does not store the trace headers of an answer', () => {
  const answers = create(1_000);
  answers.keep(at('/'), { 'server-timing': 'traceparent;desc="x"', etag: '"a"' }, body('home'), LABEL);
  const { headers, unmodified } = answers.get('br', '/')!;
  expect(headers).toEqual(['etag', '"a"', 'content-length', '4']);
  expect(unmodified).toEqual(['etag', '"a"']);
});

test('shares the label between answers of one kind and app', () => {
  const answers = create(1_000);
  for (const path of ['/', '/a']) answers.keep(at(path, 'br'), {}, body(path), { ...LABEL });
  expect(answers.get('br', '/a')!.label).toBe(answers.get('br', '/')!.label);
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
