import { defineErrors, isPlatformError } from '@voltframe/kit/errors/define-errors';

const OURS = 'Something went wrong on our side.';
const NO_DATA = 'This page needs data that cannot be had just now. Please try again in a moment.';
const UNAVAILABLE = 'Temporarily Unavailable';

/** Why a page has no answer of an upstream. */
export const upstreamErrors = defineErrors('UPSTREAM', {
  UNDECLARED: {
    status: 500,
    message: OURS,
    why: "{app} asks the upstream {upstream} for {path}, which is not in the upstreams of {app}'s mfe.config.ts.",
    fix: 'Add it there: {line}',
  },
  REQUEST: {
    status: 500,
    message: OURS,
    why: '{app} asks the upstream {upstream} for what cannot be asked for: {reason}.',
    fix: 'Correct the call of upstream() that the message names.',
  },
  LIMIT: {
    status: 500,
    message: OURS,
    why: 'One page of {app} asks for more than {most}.',
    fix: 'Ask for a list instead of each of its entries, or for fewer.',
  },
  UNEXPECTED: {
    status: 500,
    message: OURS,
    why: 'An error of no catalogue kept an answer from {app}.',
    fix: 'Look into the log; report it.',
  },
  UNKNOWN: {
    status: 502,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'The upstream {upstream} is not configured here for {app}: that is the turn of the operator of the site.',
    fix: 'The operator adds {upstream} to the file that UPSTREAMS names, with {app} in its apps, and runs mfe reload; then it works, and a refused release is published again.',
  },
  UNREACHABLE: {
    status: 502,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'The upstream {upstream} of {app} does not answer: {reason}.',
    fix: 'Look whether it runs and can be reached from here; it is asked again by itself.',
  },
  RATE: {
    status: 503,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: '{app} asks the upstream {upstream} more than {most} times a second.',
    fix: 'Ask it for less, or for longer by revalidate; perSecond of its entry in the file of UPSTREAMS sets the limit.',
  },
  BUSY: {
    status: 503,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'So many calls of {app} for addresses that nothing lists wait for the upstream {upstream} that this one is not made.',
    fix: 'Look for somebody who asks for many addresses; connections of its entry in the file of UPSTREAMS sets how many calls there are.',
  },
  ANSWER: {
    status: 502,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'The upstream {upstream} of {app} answers {path} with what cannot be used: {reason}.',
    fix: 'Correct the upstream, or what its entry in the file of UPSTREAMS allows.',
  },
  TIMEOUT: {
    status: 504,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'The upstream {upstream} of {app} did not answer within {limit} ms.',
    fix: 'Look at what makes it slow; its entry in the file of UPSTREAMS sets the limit.',
  },
});

const NO_ANSWER = new Set<string>([
  upstreamErrors.UNKNOWN.code,
  upstreamErrors.UNREACHABLE.code,
  upstreamErrors.RATE.code,
  upstreamErrors.BUSY.code,
  upstreamErrors.ANSWER.code,
  upstreamErrors.TIMEOUT.code,
]);

/** @returns whether there is no answer, whatever the release does: the fault is not in its code. */
export function isNoAnswer(error: unknown): boolean {
  return isPlatformError(error) && NO_ANSWER.has(error.code);
}

const UNASKED = new Set<string>([
  upstreamErrors.UNKNOWN.code,
  upstreamErrors.REQUEST.code,
  upstreamErrors.RATE.code,
  upstreamErrors.BUSY.code,
]);

/** @returns whether the call was not made: it says nothing of the upstream. */
export function isUnasked(error: unknown): boolean {
  return isPlatformError(error) && UNASKED.has(error.code);
}
