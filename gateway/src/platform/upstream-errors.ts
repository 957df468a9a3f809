import { defineErrors, isPlatformError } from '@voltframe/kit/errors/define-errors';

const OURS = 'Something went wrong on our side.';
const NO_DATA = 'This page needs data that cannot be had just now. Please try again in a moment.';
const UNAVAILABLE = 'Temporarily Unavailable';

/** Why a request for personal data has no answer. None of these texts holds a value of the visitor. */
export const personalErrors = defineErrors('PERSONAL', {
  UNDECLARED: {
    status: 404,
    message: 'There is no personal data here.',
    why: 'No live app declares personal data of this name with this path and method.',
    fix: 'Declare it in personal of its mfe.config.ts, and publish the app.',
  },
  UNMAPPED: {
    status: 404,
    message: 'There is no personal data here.',
    why: 'The app declares this name, and no backend is configured for it: that is the turn of the operator of the site.',
    fix: 'The operator adds the name with visitor to the file that UPSTREAMS names, with the app in its apps, and runs mfe reload.',
  },
  INSECURE: {
    status: 404,
    message: 'There is no personal data here.',
    why: 'The address of the site begins with http:// and is not of this machine: the cookies of a visitor could be read on the way.',
    fix: 'Set SITE_URL to the https address of the site.',
  },
  ANONYMOUS: {
    status: 401,
    message: 'You are not signed in.',
    why: 'The request has no cookie or header that the backend would know the visitor by, or the backend does not know it.',
    fix: 'The page shows what it shows to everybody, and leads to its sign-in.',
  },
  FOREIGN: {
    status: 403,
    message: 'This is answered for pages of this site only.',
    why: 'Sec-Fetch-Site or Origin of the request say that another site sent it, or do not say that this site did.',
    fix: 'Ask from a page of the site.',
  },
  TYPE: {
    status: 415,
    message: 'Only JSON is taken here.',
    why: 'The request has a method other than GET, and its Content-Type is not application/json.',
    fix: 'Send JSON, as sendPersonal of the kit does.',
  },
  REQUEST: {
    status: 400,
    message: 'The request cannot be passed on: {reason}.',
    why: 'A request for personal data was not passed on to the backend: {reason}.',
    fix: 'Send each named cookie once, a path in its one spelling, a short query, and a body that is JSON.',
  },
  LIMIT: {
    status: 429,
    message: 'Too many requests. Please try again in a minute.',
    why: 'One network of visitors sent more requests for personal data than visitor.perMinute of the backend allows, or more than eight at once.',
    fix: 'perMinute of its entry in the file of UPSTREAMS sets the limit of a minute.',
  },
});

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
