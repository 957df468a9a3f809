import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { chooseEncoding, etagMatches } from '../responses/negotiate.ts';
import { rawHeader } from '../responses/raw-header.ts';
import type { AnswerLabel, ReadyAnswers } from '../responses/ready-answers.ts';

export interface FastPathOptions {
  live(): { ready: ReadyAnswers } | undefined;
  /** Called for every answer. */
  answered(label: AnswerLabel, status: number, bytes: number): void;
}

const MOST_ACCEPTS_KNOWN = 200;
const LONGEST_ACCEPT_KNOWN = 100;
const CODINGS = ['br', 'gzip'] as const;

/**
 * What `writeHead` ends in: to a head that is given as text it adds the headers of a list, and its own of date and connection.
 * `writeHead` itself looks at name and value of each header and puts the lines together, which is a fifth of what such an
 * answer costs. It is in no documentation: a Node without it gets no fast path.
 */
const { _storeHeader: storeHeader } = ServerResponse.prototype as {
  _storeHeader?: (this: ServerResponse, head: string, headers: readonly string[]) => void;
};

/** @returns answers a request from the ready answers of what is live; leaves every other one to `next`. */
export function createFastPath({ live, answered }: FastPathOptions, next: RequestListener): RequestListener {
  if (!storeHeader) return next;
  const codingFor = createCodingChoice();
  const answerReady = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, rawHeaders, url = '' } = request;
    // A cookie may show a preview.
    if (method !== 'GET' || rawHeader(rawHeaders, 'cookie') !== undefined) return false;
    const answer = live()?.ready.get(codingFor(rawHeader(rawHeaders, 'accept-encoding')), url);
    if (!answer) return false;
    const { label, etag, head, bytes, unmodified } = answer;
    if (etagMatches(rawHeader(rawHeaders, 'if-none-match'), etag)) {
      response.writeHead(304, unmodified).end();
      answered(label, 304, 0);
    } else {
      storeHeader.call(response, head, ownHeaders(response, bytes.length));
      response.end(bytes);
      answered(label, 200, bytes.length);
    }
    return true;
  };
  return (request, response) => {
    if (!answerReady(request, response)) next(request, response);
  };
}

/** The length, which Node looks for, and what was set before: a request that is recorded is told of its trace. */
function ownHeaders(response: ServerResponse, bytes: number): string[] {
  const own = ['content-length', String(bytes)];
  for (const name of response.getHeaderNames()) own.push(name, String(response.getHeader(name)));
  return own;
}

/** Accept-Encoding → coding, remembered: browsers send a handful of values. */
function createCodingChoice(): (accepted: string | undefined) => string {
  const codings = new Map<string | undefined, string>();
  return (accepted) => {
    const known = codings.get(accepted);
    if (known !== undefined) return known;
    const coding = chooseEncoding(accepted, CODINGS) ?? 'identity';
    if (accepted !== undefined && accepted.length > LONGEST_ACCEPT_KNOWN) return coding;
    if (codings.size >= MOST_ACCEPTS_KNOWN) codings.clear();
    codings.set(accepted, coding);
    return coding;
  };
}
