import { expect, test } from 'vitest';
import { createReadyAnswers } from '../../src/answers/ready-answers.ts';

const LABEL = { kind: 'page', app: 'mfe-blog' } as const;
const body = (text: string) => ({ bytes: Buffer.from(text), etag: `"${text}"` });
const NEW_YEARS_EVE = Date.UTC(2026, 11, 31, 23, 59);

test('an answer is found by its coding and address', () => {
  const answers = createReadyAnswers(() => 0, 100);
  answers.keep('/', 'br', {}, body('home'), LABEL);
  expect(String(answers.get('br', '/')?.bytes)).toBe('home');
  expect(answers.get('gzip', '/')).toBeUndefined();
  expect(answers.get('br', '/about')).toBeUndefined();
});

test('a 304 repeats its headers, but for those that describe the body', () => {
  const answers = createReadyAnswers(() => 0, 100);
  const headers = { vary: 'accept-encoding', 'content-length': 4, 'content-encoding': 'br' };
  answers.keep('/', 'br', headers, body('home'), LABEL);
  expect(answers.get('br', '/')).toMatchObject({
    headers: ['vary', 'accept-encoding', 'content-length', '4', 'content-encoding', 'br'],
    unmodified: ['vary', 'accept-encoding'],
  });
});

test('an answer ends with the year: the copyright line is part of a document', () => {
  let now = NEW_YEARS_EVE;
  const answers = createReadyAnswers(() => now, 100);
  answers.keep('/', 'br', {}, body('home'), LABEL);
  expect(answers.get('br', '/')).toBeDefined();
  now += 60_000;
  expect(answers.get('br', '/')).toBeUndefined();
});

test('what is past the limit of bytes makes room for itself', () => {
  const answers = createReadyAnswers(() => 0, 10);
  answers.keep('/a', 'br', {}, body('123456'), LABEL);
  answers.keep('/b', 'gzip', {}, body('123456'), LABEL);
  expect(answers.get('br', '/a')).toBeUndefined();
  expect(answers.get('gzip', '/b')).toBeDefined();
});
