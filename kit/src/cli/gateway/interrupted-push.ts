import type { Verdict } from '../../contract/operations/verdict.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { isPlatformError } from '../../errors/define-errors.ts';
import type { OperationsClient } from './operations-client.ts';

export interface Push {
  /** Apps of the releases. */
  apps: string[];
  purpose: 'check' | 'preview' | 'publish';
  /** The gateway's answer. */
  answer: Promise<Verdict>;
  /** @returns whether all bytes were sent; the gateway ignores an incomplete pack. */
  isSent(): boolean;
  /** Ends the request. */
  abort(): void;
}

/** Below the time that a command may take to end (GRACE_MS of mfe.ts). */
const LONGEST_MS = 7_000;
/** Pause between withdrawals: a release that is still being unpacked cannot be withdrawn yet. */
const AGAIN_MS = 500;

/**
 * Ends a push that its user interrupted: releases that are not yet admitted are withdrawn.
 * @returns the outcome, and possible later effects
 */
export async function endInterrupted(push: Push, client: Pick<OperationsClient, 'call'>): Promise<Error> {
  const { apps, purpose, answer, isSent, abort } = push;
  answer.catch(() => {});
  const names = apps.join(', ');
  if (!isSent()) {
    abort();
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted before all of ${names} was sent; nothing has changed`,
      advice: 'Run it again.',
    });
  }
  if (purpose !== 'publish') {
    abort();
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted; the gateway has received ${names} and may still finish the ${purpose}. Nothing goes live`,
      advice: purpose === 'preview' ? 'A preview ends after its lease.' : 'Run it again.',
    });
  }
  const verdict = await withdrawUntilAnswered(push, client);
  abort();
  const back = apps.map((app) => `mfe rollback ${app}`).join(', ');
  const withdraw = apps.map((app) => `mfe withdraw ${app}`).join(', ');
  if (verdict === undefined)
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted; the gateway has received ${names}, and it may still go live`,
      advice: `Run ${withdraw}. If mfe status shows that it is live, run ${back}.`,
    });
  if (verdict.activated)
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted too late: ${names} is live`,
      advice: `${back} makes the earlier release live again.`,
    });
  return cliErrors.INTERRUPTED({
    outcome: `Interrupted; ${names} is withdrawn and does not go live`,
    advice: 'To make it live, publish it again.',
  });
}

/** Withdraws until the gateway answers the push. @returns the verdict when nothing waits; undefined after the limit. */
async function withdrawUntilAnswered(
  { apps, answer }: Push,
  client: Pick<OperationsClient, 'call'>,
): Promise<Verdict | undefined> {
  const over = new AbortController();
  const end = wait(LONGEST_MS).then(() => over.abort());
  const answered = answer.catch(() => undefined);
  const withdraw = async (): Promise<boolean> => {
    const calls = apps.map((app) => client.call('withdraw', { parameters: { app } }));
    const settled = await Promise.allSettled(calls);
    return settled.every((one) => one.status === 'fulfilled' || nothingWaits(one.reason));
  };
  const ending = async (): Promise<Verdict | undefined> => {
    while (!over.signal.aborted) {
      const isDone = await withdraw();
      const verdict = await Promise.race([answered, wait(AGAIN_MS)]);
      if (!verdict) continue;
      // A pin or freeze may hold the release after the call, so the command withdraws it again.
      return verdict.activated || (isDone && !verdict.waiting) || (await withdraw()) ? verdict : undefined;
    }
    return undefined;
  };
  return (await Promise.race([ending(), end])) ?? undefined;
}

/** The gateway also answers so for a release under admission, whose withdrawal it has noted. */
function nothingWaits(reason: unknown): boolean {
  return isPlatformError(reason) && reason.code === cliErrors.REFUSED.code;
}

/** Uses the global setTimeout, which tests replace. */
function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms).unref());
}
