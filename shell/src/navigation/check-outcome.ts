import type { GuardResult } from '@voltframe/kit/contract/page/page-server';
import { guardError, isForVisitor } from '@voltframe/kit/errors/guard-error';
import { siteErrors } from '@voltframe/kit/errors/site-errors';

/** The decision of a navigation check. */
export type CheckOutcome =
  | { type: 'pass' }
  | { type: 'cancel' }
  | { type: 'redirect'; to: string; replace?: boolean; external?: boolean }
  | { type: 'fail'; error: unknown };

const PASS: CheckOutcome = { type: 'pass' };

/** A check with its name for error messages. */
export interface Check {
  name: string;
  run(): GuardResult | Promise<GuardResult>;
}

/** @returns the outcome for the result of a guard. */
export function toCheckOutcome(result: GuardResult): CheckOutcome {
  if (result === undefined || result === true) return PASS;
  if (result === false) return { type: 'cancel' };
  if (typeof result === 'string') return { type: 'redirect', to: result };
  if (result instanceof Error || 'message' in result)
    return { type: 'fail', error: guardError(result as Error) };
  return { type: 'redirect', ...result };
}

/**
 * Runs checks in order; the first that does not pass decides.
 * @param superseded called after each check: a newer navigation ends this one
 */
export async function runChecks(checks: readonly Check[], superseded: () => boolean): Promise<CheckOutcome> {
  for (const check of checks) {
    const outcome = await runCheck(check);
    if (superseded()) return { type: 'cancel' };
    if (outcome.type !== 'pass') return outcome;
  }
  return PASS;
}

async function runCheck({ name, run }: Check): Promise<CheckOutcome> {
  try {
    return toCheckOutcome(await run());
  } catch (error) {
    const told = isForVisitor(error);
    return { type: 'fail', error: told ? guardError(error) : siteErrors.GUARD_FAILED({ name }, error) };
  }
}
