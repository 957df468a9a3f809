import type { ReportedError } from '@voltframe/kit/contract/reports/view-report';
import { expect, it } from 'vitest';
import { createOutbox } from '../../src/reports/outbox.ts';

const ERROR: ReportedError = { kind: 'event', app: 'blog', message: 'boom', times: 1 };
const VITALS = { route: 'blog.post', cls: 0 };

function setUp() {
  const sent: object[] = [];
  const timers: (() => void)[] = [];
  let unsent: ReportedError[] = [];
  const outbox = createOutbox({
    groups: { take: () => unsent.splice(0) },
    send: (report) => sent.push(report),
    setTimeout: (callback) => timers.push(callback),
  });
  const fail = (): void => {
    unsent.push(ERROR);
    outbox.plan();
  };
  const wait = (): void => timers.splice(0).forEach((callback) => callback());
  return { outbox, sent, timers, fail, wait };
}

it('sends errors together, a while after the first', () => {
  const { sent, timers, fail, wait } = setUp();
  fail();
  fail();
  expect([sent, timers.length]).toEqual([[], 1]);
  wait();
  expect(sent).toEqual([{ errors: [ERROR, ERROR] }]);
  fail();
  wait();
  expect(sent).toHaveLength(2);
});

it('sends pending errors immediately when the document is left, and none twice', () => {
  const { outbox, sent, fail, wait } = setUp();
  fail();
  outbox.flush(VITALS);
  wait();
  outbox.flush();
  expect(sent).toEqual([{ errors: [ERROR], vitals: VITALS }]);
});

it('sends vitals without errors, and nothing without both', () => {
  const { outbox, sent } = setUp();
  outbox.flush();
  outbox.flush(VITALS);
  expect(sent).toEqual([{ vitals: VITALS }]);
});

it('sends errors of a document five times, and then only vitals', () => {
  const { outbox, sent, fail, wait } = setUp();
  for (let index = 0; index < 8; index++) {
    fail();
    wait();
  }
  outbox.flush(VITALS);
  expect(sent).toEqual([...Array.from({ length: 5 }, () => ({ errors: [ERROR] })), { vitals: VITALS }]);
});

it('sends several reports immediately when one is too small', () => {
  const sent: object[] = [];
  const parts = [[ERROR], [ERROR]];
  const groups = { take: () => parts.shift() ?? [] };
  createOutbox({ groups, send: (report) => sent.push(report), setTimeout: () => 0 }).flush(VITALS);
  expect(sent).toEqual([{ errors: [ERROR], vitals: VITALS }, { errors: [ERROR] }]);
});
