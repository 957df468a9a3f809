import { defineErrors, isPlatformError } from '@voltframe/kit/errors/define-errors';

const OURS = 'Something went wrong on our side.';
const NO_DATA = 'This page needs data that is not available just now. Please try again in a moment.';
const UNAVAILABLE = 'Temporarily Unavailable';

/** Errors of requests for personal data. None of these texts contains data of the visitor. */
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
    why: 'The app declares this name, but the operator has not configured a backend for it.',
    fix: 'The operator adds the name with visitor and the app in its apps to the file of UPSTREAMS, and runs mfe reload.',
  },
  INSECURE: {
    status: 404,
    message: 'There is no personal data here.',
    why: 'The site has no https address, so cookies of visitors could be read in transit.',
    fix: 'Set SITE_URL to the https address of the site.',
  },
  ANONYMOUS: {
    status: 401,
    message: 'You are not signed in.',
    why: 'The request has no cookie or header that identifies the visitor, or the backend does not accept it.',
    fix: 'Show the public page with a link to the sign-in.',
  },
  FOREIGN: {
    status: 403,
    message: 'Only pages of this site may send this request.',
    why: 'Sec-Fetch-Site or Origin names another site, or neither names this site.',
    fix: 'Send the request from a page of the site.',
  },
  TYPE: {
    status: 415,
    message: 'Data of this type is not accepted here.',
    why: 'The request has a method other than GET, and its Content-Type is neither application/json nor declared for the path.',
    fix: 'Send JSON, for example with sendPersonal of the kit, or declare body for the path.',
  },
  REQUEST: {
    status: 400,
    message: 'The request cannot be passed on: {reason}.',
    why: 'A request for personal data was not passed on to the backend: {reason}.',
    fix: 'Send each named cookie once, a canonical path, a short query, and a JSON body or at most 100 fields of a form.',
  },
  FILE: {
    status: 422,
    statusMessage: 'Not Accepted',
    message: 'The file was not accepted: {reason}.',
    why: 'A file was not passed on to the backend: {reason}.',
    fix: 'Send files of the types and size that body of the path in personal of mfe.config.ts declares.',
  },
  REFUSED: {
    status: 422,
    statusMessage: 'Not Accepted',
    message: 'Your entries were not accepted. Please go back and check them.',
    why: 'The backend answered the form of a page with a status from 400 to 499.',
    fix: 'To show the reason, let the backend redirect to the page of the form, for example /sign-in?failed=1.',
  },
  LIMIT: {
    status: 429,
    message: 'Too many requests. Please try again in a minute.',
    why: 'One network of visitors sent more requests for personal data than visitor.perMinute of the backend allows, or more than eight at once.',
    fix: 'Raise visitor.perMinute of the backend in the file of UPSTREAMS.',
  },
});

/** Errors of requests to upstreams. */
export const upstreamErrors = defineErrors('UPSTREAM', {
  UNDECLARED: {
    status: 500,
    message: OURS,
    why: "{app} asks the upstream {upstream} for {path}, which is not in the upstreams of {app}'s mfe.config.ts.",
    fix: 'Add it there: {line}. In a path "*" stands for one segment, and a last "**" for the rest.',
  },
  REQUEST: {
    status: 500,
    message: OURS,
    why: '{app} sends an invalid request to the upstream {upstream}: {reason}.',
    fix: 'Correct the call of upstream().',
  },
  LIMIT: {
    status: 500,
    message: OURS,
    why: 'One page of {app} requests more than {most}.',
    fix: 'Request a list instead of each entry, or request fewer.',
  },
  UNEXPECTED: {
    status: 500,
    message: OURS,
    why: 'An unexpected error prevented a response to {app}.',
    fix: 'Check the log and report the error.',
  },
  UNKNOWN: {
    status: 502,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'The operator has not configured the upstream {upstream} for {app}.',
    fix: 'The operator adds {upstream} with {app} in its apps to the file of UPSTREAMS and runs mfe reload. Then publish a refused release again.',
  },
  UNREACHABLE: {
    status: 502,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'The upstream {upstream} of {app} does not respond: {reason}.',
    fix: 'Check that the upstream runs and is reachable from the gateway. The gateway retries.',
  },
  RATE: {
    status: 503,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: '{app} calls the upstream {upstream} more than {most} times a second.',
    fix: 'Send fewer requests or raise revalidate. perSecond of its entry in the file of UPSTREAMS sets the limit.',
  },
  BUSY: {
    status: 503,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'Too many calls of {app} for unlisted addresses wait for the upstream {upstream}.',
    fix: 'Find the client that requests many addresses. connections of its entry in the file of UPSTREAMS sets the number of calls.',
  },
  ANSWER: {
    status: 502,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'The upstream {upstream} of {app} returned an unusable response for {path}: {reason}.',
    fix: 'Correct the upstream or its entry in the file of UPSTREAMS.',
  },
  TIMEOUT: {
    status: 504,
    statusMessage: UNAVAILABLE,
    message: NO_DATA,
    why: 'The upstream {upstream} of {app} did not respond within {limit} ms.',
    fix: 'Make the upstream faster, or raise the limit in its entry in the file of UPSTREAMS.',
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

/** @returns whether no answer of an upstream is available: the fault is not in the code of the release. */
export function isNoAnswer(error: unknown): boolean {
  return isPlatformError(error) && NO_ANSWER.has(error.code);
}

/** @returns whether the whole upstream fails. A wrong response for one path says nothing about other paths. */
export function isDown(error: unknown): boolean {
  if (!isPlatformError(error)) return false;
  return error.code === upstreamErrors.TIMEOUT.code || error.code === upstreamErrors.UNREACHABLE.code;
}

const UNASKED = new Set<string>([
  upstreamErrors.UNKNOWN.code,
  upstreamErrors.REQUEST.code,
  upstreamErrors.RATE.code,
  upstreamErrors.BUSY.code,
]);

/** @returns whether the gateway did not make the call, so that the error says nothing about the upstream. */
export function isUnasked(error: unknown): boolean {
  return isPlatformError(error) && UNASKED.has(error.code);
}
