import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { expect, it } from 'vitest';
import { createErrorGroups } from '../../src/reports/error-groups.ts';

const error = (message: string, more: object = {}) =>
  ({ kind: 'event', app: 'blog', message, stack: 'at x', ...more }) as const;

it('counts errors that are alike, and tells of each count once', () => {
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
  'holds apart what differs: %o',
  (more) => {
    const groups = createErrorGroups();
    groups.add(error('boom'));
    groups.add(error('boom', more));
    expect(groups.take()).toHaveLength(2);
  },
);

it('knows ten of a document, and says of another that there is nothing to tell', () => {
  const groups = createErrorGroups();
  const added = Array.from({ length: 12 }, (_, index) => groups.add(error(`boom ${index}`)));
  expect(added.filter(Boolean)).toHaveLength(10);
  expect(groups.take()).toHaveLength(10);
  expect(groups.add(error('boom 0'))).toBe(true);
});

it('counts no further than the gateway takes', () => {
  const groups = createErrorGroups();
  for (let index = 0; index < 1_500; index++) groups.add(error('boom'));
  expect(groups.take()).toMatchObject([{ times: 1_000 }]);
});

it('tells of as much at once as the gateway takes of a report, and of the rest then', () => {
  const groups = createErrorGroups();
  for (let index = 0; index < 10; index++)
    groups.add(error(`boom ${index}`, { stack: 'x'.repeat(4_000), components: 'y'.repeat(2_000) }));
  const told: string[] = [];
  for (let part = groups.take(); part.length > 0; part = groups.take()) {
    expect(JSON.stringify(part).length).toBeLessThan(REPORT_LIMITS.bodyBytes);
    told.push(...part.map(({ message }) => message));
  }
  expect(told).toEqual(Array.from({ length: 10 }, (_, index) => `boom ${index}`));
});
