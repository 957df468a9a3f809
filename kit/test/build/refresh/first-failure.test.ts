import { expect, it } from 'vitest';
import { type Part, createFirstFailure } from '../../../src/build/refresh/first-failure.ts';

/** `client!` = the client fails, `client` = it is built. */
function told(...steps: string[]): string[] {
  const log: string[] = [];
  const failure = createFirstFailure({
    failed: ({ message }) => log.push(message),
    mended: (part) => log.push(`${part} mended`),
  });
  for (const step of steps) {
    const part = step.replace('!', '') as Part;
    if (step.endsWith('!')) failure.failed(part, new Error(`${part} failed`));
    else failure.passed(part);
  }
  return log;
}

it.each([
  ['the half that fails first, not the other', ['client!', 'server!'], ['client failed']],
  ['the next mistake in it', ['client!', 'server!', 'client!'], ['client failed', 'client failed']],
  ['when that is mended', ['client!', 'server!', 'client', 'server'], ['client failed', 'client mended']],
  ['what only the server has', ['client', 'server!', 'server'], ['server failed', 'server mended']],
  [
    'what fails after that',
    ['content!', 'content', 'server!'],
    ['content failed', 'content mended', 'server failed'],
  ],
  ['nothing where nothing fails', ['client', 'server'], []],
])('tells %s', (_, steps, expected) => {
  expect(told(...steps)).toEqual(expected);
});
