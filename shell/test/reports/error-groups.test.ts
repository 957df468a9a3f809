import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { expect, it } from 'vitest';
import { createErrorGroups } from '../../src/reports/error-groups.ts';

const error = (message: string, more: object = {}) =>
  ({ kind: 'event', app: 'blog', message, stack: 'at x', ...more }) as const;

it('counts equal errors, and returns each count once', () => {
  const groups = createErrorGroups();
  groups.add(error('boom'));
  groups.add(error('boom'));
  groups.add(error('bang'));
  expect(groups.take()).toEqual([
    { ...error('boom'), times: 2 },
    { ...error('bang'), times: 1 },
  ]);
  expect(groups.take()).toEqual([]);
  groups.add(error('boom'));
  expect(groups.take()).toEqual([{ ...error('boom'), times: 1 }]);
});

it.each([{ kind: 'promise' }, { app: 'legal' }, { stack: 'at y' }])(
  'separates errors that differ in %o',
  (more) => {
    const groups = createErrorGroups();
    groups.add(error('boom'));
    groups.add(error('boom', more));
    expect(groups.take()).toHaveLength(2);
  },
);

it('accepts ten different errors of a document', () => {
  const groups = createErrorGroups();
  const added = Array.from({ length: 12 }, (_, index) => groups.add(error(`boom ${index}`)));
  expect(added.filter(Boolean)).toHaveLength(10);
  expect(groups.take()).toHaveLength(10);
  expect(groups.add(error('boom 0'))).toBe(true);
});

it('counts up to the limit of the gateway', () => {
  const groups = createErrorGroups();
  for (let index = 0; index < 1_500; index++) groups.add(error('boom'));
  expect(groups.take()).toMatchObject([{ times: 1_000 }]);
});

it('splits errors into parts of the size of a report', () => {
  const groups = createErrorGroups();
  for (let index = 0; index < 10; index++)
    groups.add(error(`boom ${index}`, { stack: 'x'.repeat(4_000), components: 'y'.repeat(2_000) }));
  const messages: string[] = [];
  for (let part = groups.take(); part.length > 0; part = groups.take()) {
    expect(JSON.stringify(part).length).toBeLessThan(REPORT_LIMITS.bodyBytes);
    messages.push(...part.map(({ message }) => message));
  }
  expect(messages).toEqual(Array.from({ length: 10 }, (_, index) => `boom ${index}`));
});
