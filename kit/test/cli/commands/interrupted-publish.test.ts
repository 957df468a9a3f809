import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { runMfe } from '../fixtures/run-mfe.ts';
import { writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const cwd = temporaryFolder();
writeReleaseFolder(cwd, 'legal');
const verdict = { accepted: false, activated: false, releases: [], checks: [], composition: 'c' };
const live = { ...verdict, accepted: true, activated: true };
const nothing = { status: 409, code: 'GW_NOTHING_WAITS', message: 'No release of legal is waiting' };

interface Interruption {
  /** The moment when the user presses Ctrl-C. */
  at: 'the first byte' | 'the last byte';
  /** The answer to the push after so many withdrawals; undefined: no answer. */
  answer?: { afterWithdrawals: number; verdict: object };
  withdrawal?: { status: number; body: object };
}

afterEach(() => void vi.useRealTimers());

/** Runs `mfe` against a fake gateway, and interrupts the push. */
async function interrupt(argv: string[], { at, answer, withdrawal }: Interruption) {
  const ending = new AbortController();
  const answered = Promise.withResolvers<Response>();
  let withdrawals = 0;
  const answerAfter = (): void => {
    if (answer?.afterWithdrawals === withdrawals)
      answered.resolve(Response.json(answer.verdict, { status: 200 }));
  };
  const played = async (url: unknown, init?: RequestInit): Promise<Response> => {
    if (String(url).endsWith('/withdraw')) {
      withdrawals += 1;
      answerAfter();
      return Response.json(withdrawal?.body ?? nothing, { status: withdrawal?.status ?? 409 });
    }
    init!.signal!.addEventListener('abort', () => answered.reject(new Error('aborted')));
    const reader = (init!.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    if (at === 'the last byte') while (!(await reader.read()).done);
    setImmediate(() => {
      ending.abort();
      answerAfter();
    });
    return answered.promise;
  };
  const env = { MFE_TOKEN: 'vf_team' };
  const running = runMfe(argv, { cwd, env, signal: ending.signal, fetch: played });
  const ended = running.then(() => true);
  while (vi.isFakeTimers() && !(await Promise.race([ended, nextTurn(false)])))
    if (ending.signal.aborted) vi.advanceTimersByTime(100);
  const { code, err } = await running;
  return { code, err, withdrawals };
}

it('changes nothing when the push was incomplete', async () => {
  const { code, err, withdrawals } = await interrupt(['publish', 'legal'], { at: 'the first byte' });
  expect([code, withdrawals]).toEqual([130, 0]);
  expect(err).toContain('Interrupted before all of legal was sent; nothing has changed (CLI_INTERRUPTED)');
});

it('withdraws a release during its admission, repeats it while the gateway unpacks, and reports the answer', async () => {
  const { code, err, withdrawals } = await interrupt(['publish', 'legal'], {
    at: 'the last byte',
    answer: { afterWithdrawals: 2, verdict },
  });
  expect([code, withdrawals]).toEqual([130, 2]);
  expect(err).toContain('legal is withdrawn and does not go live');
});

it('withdraws a release that a pin or a freeze delays', async () => {
  const held = { ...verdict, accepted: true, waiting: { for: 'pin', reason: 'pinned' } };
  const { err, withdrawals } = await interrupt(['publish', 'legal'], {
    at: 'the last byte',
    answer: { afterWithdrawals: 0, verdict: held },
    withdrawal: { status: 200, body: { message: 'legal is withdrawn' } },
  });
  expect(withdrawals).toBe(2);
  expect(err).toContain('legal is withdrawn');
});

it('names the rollback command when the release is live already', async () => {
  const { code, err } = await interrupt(['publish', 'legal'], {
    at: 'the last byte',
    answer: { afterWithdrawals: 1, verdict: live },
  });
  expect([code, err]).toEqual([130, expect.stringContaining('Interrupted too late: legal is live')]);
  expect(err).toContain('mfe rollback legal makes the earlier release live again');
});

it('reports that the release may still go live, and how to withdraw it, when the gateway does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { code, err } = await interrupt(['publish', 'legal'], { at: 'the last byte' });
  expect([code, err]).toEqual([130, expect.stringContaining('it may still go live')]);
  expect(err).toContain(
    'Run mfe withdraw legal. If mfe status shows that it is live, run mfe rollback legal.',
  );
});

it('withdraws nothing for a preview', async () => {
  const argv = ['publish', 'legal', '--preview'];
  const { code, err, withdrawals } = await interrupt(argv, { at: 'the last byte' });
  expect([code, withdrawals]).toEqual([130, 0]);
  expect(err).toContain('may still finish the preview. Nothing goes live');
});

it('exits with 130 when any other command is interrupted, and not with the code of a missing gateway', async () => {
  const ending = new AbortController();
  const cutOff: typeof fetch = async () => {
    ending.abort();
    throw new Error('aborted');
  };
  const env = { MFE_TOKEN: 'vf_team' };
  const { code, err } = await runMfe(['rollback', 'legal'], { env, signal: ending.signal, fetch: cutOff });
  expect([code, err]).toEqual([130, expect.stringContaining('mfe history lists the changes')]);
});
