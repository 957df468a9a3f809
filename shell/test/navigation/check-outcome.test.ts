import { describe, expect, it } from 'vitest';
import { runChecks, toCheckOutcome } from '../../src/navigation/check-outcome.ts';

const error = new Error('no');

describe('the result of a guard', () => {
  it.each([
    [undefined, { type: 'pass' }],
    [true, { type: 'pass' }],
    [false, { type: 'cancel' }],
    ['/login', { type: 'redirect', to: '/login' }],
    [
      { to: '/login', replace: true },
      { type: 'redirect', to: '/login', replace: true },
    ],
    [
      { to: 'https://a.example', external: true },
      { type: 'redirect', to: 'https://a.example', external: true },
    ],
    [error, { type: 'fail', error: { message: 'no', status: 500, fatal: false, cause: error } }],
  ])('is converted to an outcome: %j', (result, outcome) => {
    expect(toCheckOutcome(result)).toMatchObject(outcome);
  });
});

describe('checks', () => {
  const run = (results: (() => unknown)[], superseded = () => false) => {
    const ran: number[] = [];
    const checks = results.map((result, i) => ({
      name: `g${i}`,
      run: async () => {
        ran.push(i);
        return result() as undefined;
      },
    }));
    return runChecks(checks, superseded).then((outcome) => ({ outcome, ran }));
  };

  it('run in order until the first that fails', async () => {
    const { outcome, ran } = await run([() => true, () => false, () => '/x']);
    expect([outcome, ran]).toEqual([{ type: 'cancel' }, [0, 1]]);
  });

  it('fail when they throw, with an error that names the guard', async () => {
    const { outcome } = await run([
      () => {
        throw error;
      },
    ]);
    expect(outcome).toMatchObject({
      type: 'fail',
      error: { message: "The route middleware 'g0' failed", cause: error },
    });
  });

  it('preserve errors that are marked as fatal or not', async () => {
    const fatal = Object.assign(new Error('bad'), { fatal: true, status: 403 });
    const { outcome } = await run([() => Promise.reject(fatal)]);
    expect(outcome).toMatchObject({ type: 'fail', error: { message: 'bad', fatal: true, status: 403 } });
  });

  it('stop when a newer navigation has started', async () => {
    const { ran } = await run([() => true, () => true], () => true);
    expect(ran).toEqual([0]);
  });
});
