import { describe, expect, it } from 'vitest';
import type { RendererOptions } from '@voltframe/kit/contract/release/server-module';
import type { Guard, GuardResult } from '@voltframe/kit/contract/page/page-server';
import { redirect } from '@voltframe/kit/contract/page/redirect';
import { runGuards } from '../../src/server/run-guards.ts';

/** Runs guards with these answers for a page of the composition. */
async function run(answers: Record<string, () => GuardResult>, names = Object.keys(answers)) {
  const ran: string[] = [];
  const guards = Object.fromEntries(
    Object.entries(answers).map(([name, answer]): [string, Guard] => [
      name,
      (to, from) => {
        ran.push(`${name} ${to.path}${to.search} ${to.routeId} ${to.params['slug']} ${JSON.stringify(from)}`);
        return answer();
      },
    ]),
  );
  const places = Object.fromEntries(Object.keys(answers).map((name) => [name, { app: 'shell' }]));
  const composition = { routes: [{ id: 'post', path: '/blog/:slug' }], guards: places };
  const options = { composition, apps: { shell: { guards } } } as unknown as RendererOptions;
  return { outcome: await runGuards({ url: '/blog/a?x=1', names }, options), ran };
}
const no = (): never => {
  throw new Error('secret');
};

describe('guards on the server', () => {
  it('run in order with the target, and pass', async () => {
    const { outcome, ran } = await run({ first: () => true, second: () => undefined });
    expect(outcome).toEqual({ type: 'pass' });
    expect(ran).toEqual(['first /blog/a?x=1 post a null', 'second /blog/a?x=1 post a null']);
  });

  const refusal = Object.assign(new Error('Members only'), { status: 403, fatal: true });
  it.each([
    ['cancels', () => false, { type: 'cancel' }],
    ['redirects', () => '/in', { type: 'redirect', to: '/in', external: false }],
    ['leaves', () => ({ to: '//x', external: true }), { type: 'redirect', to: '//x', external: true }],
    [
      'returns a redirect',
      () => redirect('/in', 303),
      { type: 'redirect', to: '/in', external: false, status: 303 },
    ],
    [
      'throws a redirect',
      () => {
        throw redirect('//x', 307, { external: true });
      },
      { type: 'redirect', to: '//x', external: true, status: 307 },
    ],
    ['fails', () => new Error('Closed'), { type: 'error', status: 500, message: 'Closed', fatal: false }],
    ['fails fatally', () => refusal, { type: 'error', status: 403, message: 'Members only', fatal: true }],
    [
      'throws for the visitor',
      () => {
        throw refusal;
      },
      { type: 'error', status: 403, message: 'Members only', fatal: true },
    ],
  ])('stop at the first that %s', async (_, answer, outcome) => {
    const decided = await run({ first: () => true, second: answer, third: no });
    expect(decided.outcome).toMatchObject(outcome);
    expect(decided.ran).toHaveLength(2);
  });

  it('reject with the name of a guard that throws unexpectedly', async () => {
    const thrown = run({ first: no });
    await expect(thrown).rejects.toThrow("The route middleware 'first' failed: Error: secret");
  });

  it('return an error with the name of an unknown guard', async () => {
    const { outcome } = await run({}, ['nobody']);
    expect(outcome).toMatchObject({
      type: 'error',
      status: 500,
      message: "Unknown route middleware: 'nobody'.",
    });
  });
});
