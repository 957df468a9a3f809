import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { chooseEncoding, etagMatches } from '../answers/negotiate.ts';
import { rawHeader } from '../answers/raw-header.ts';
import type { AnswerLabel, ReadyAnswers } from '../answers/ready-answers.ts';

export interface FastPathOptions {
  live(): { ready: ReadyAnswers } | undefined;
  /** Called for every answer. */
  answered(label: AnswerLabel, status: number, bytes: number): void;
}

const MOST_ACCEPTS_KNOWN = 200;
const LONGEST_ACCEPT_KNOWN = 100;
const CODINGS = ['br', 'gzip'] as const;

/** @returns answers a request from the ready answers of what is live; leaves every other one to `next`. */
export function createFastPath({ live, answered }: FastPathOptions, next: RequestListener): RequestListener {
  const codingFor = createCodingChoice();
  const answerReady = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, rawHeaders, url = '' } = request;
    // A cookie may show a preview.
    if (method !== 'GET' || rawHeader(rawHeaders, 'cookie') !== undefined) return false;
    const answer = live()?.ready.get(codingFor(rawHeader(rawHeaders, 'accept-encoding')), url);
    if (!answer) return false;
    const status = etagMatches(rawHeader(rawHeaders, 'if-none-match'), answer.etag) ? 304 : 200;
    response.writeHead(status, status === 304 ? answer.unmodified : answer.headers);
    if (status === 304) response.end();
    else response.end(answer.bytes);
    answered(answer.label, status, status === 304 ? 0 : answer.bytes.length);
    return true;
  };
  return (request, response) => {
    if (!answerReady(request, response)) next(request, response);
  };
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
