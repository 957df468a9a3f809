import { expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';

it('runs timers in the order of their times', async () => {
  const clock = fakeClock(0);
  const ran: string[] = [];
  clock.setTimeout(() => ran.push(`late at ${clock.now()}`), 20);
  clock.setTimeout(() => ran.push(`first at ${clock.now()}`), 1);
  clock.setTimeout(() => {
    ran.push(`early at ${clock.now()}`);
    clock.setTimeout(() => ran.push(`next at ${clock.now()}`), 5);
  }, 10);
  await clock.advance(15);
  expect(ran).toEqual(['first at 1', 'early at 10', 'next at 15']);
  await clock.advance(5);
  expect([ran.at(-1), clock.now(), clock.pending()]).toEqual(['late at 20', 20, 0]);
});

it('runs no cleared timer, and lets promises settle in between', async () => {
  const clock = fakeClock();
  const ran: string[] = [];
  clock.clearTimeout(clock.setTimeout(() => ran.push('cleared'), 1));
  clock.setTimeout(() => void Promise.resolve().then(() => clock.setTimeout(() => ran.push('after'), 1)), 1);
  await clock.advance(2);
  expect(ran).toEqual(['after']);
});
