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
  /** @returns whether all bytes were sent; without the last one the gateway does nothing. */
  isSent(): boolean;
  /** Ends the request. */
  abort(): void;
}

/** Below the time that a command may take to end (GRACE_MS of mfe.ts). */
const LONGEST_MS = 7_000;
/** A release that is still being unpacked has to be withdrawn again. */
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
      outcome: `Interrupted; the gateway has all of ${names}, and may still end the ${purpose}. Nothing goes live`,
      advice: purpose === 'preview' ? 'A preview that nobody opens ends by itself.' : 'Run it again.',
    });
  }
  const verdict = await withdrawUntilAnswered(push, client);
  abort();
  const back = apps.map((app) => `mfe rollback ${app}`).join(', ');
  const withdraw = apps.map((app) => `mfe withdraw ${app}`).join(', ');
  if (verdict === undefined)
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted; the gateway has all of ${names}, and it may still go live`,
      advice: `${withdraw} takes it back; where mfe status says that it is live: ${back}.`,
    });
  if (verdict.activated)
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted too late: ${names} is live`,
      advice: `${back} goes back to the release before.`,
    });
  return cliErrors.INTERRUPTED({
    outcome: `Interrupted; ${names} is taken back, and does not go live`,
    advice: 'Publish it again when it is meant.',
  });
}

/** @returns the verdict, once what is not live of it does not wait any more; undefined when it took too long. */
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
      // Held by a pin after the call: it waits until it is taken back.
      return verdict.activated || (isDone && !verdict.waiting) || (await withdraw()) ? verdict : undefined;
    }
    return undefined;
  };
  return (await Promise.race([ending(), end])) ?? undefined;
}

/** The gateway says so of what is being checked, too: it has noted that it was taken back. */
function nothingWaits(reason: unknown): boolean {
  return isPlatformError(reason) && reason.code === cliErrors.REFUSED.code;
}

/** Not of node:timers: a timer that a test moves. */
function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms).unref());
}
