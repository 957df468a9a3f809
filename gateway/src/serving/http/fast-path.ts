import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { chooseEncoding, CODINGS, etagMatches } from '../responses/negotiate.ts';
import { rawHeader } from './raw-header.ts';
import { PREVIEW_COOKIE } from '../compositions/previews.ts';
import type { AnswerLabel } from '../../observing/telemetry/telemetry.ts';
import type { AnswerCache } from '../responses/answer-cache.ts';

interface FastPathOptions {
  live(): { answers: Pick<AnswerCache, 'findReady'> } | undefined;
  /** Called for every answer. */
  answered(label: AnswerLabel, status: number, bytes: number): void;
}

/** @returns answers a request from the ready answers of the live composition; passes others to `next`. */
export function createFastPath({ live, answered }: FastPathOptions, next: RequestListener): RequestListener {
  const answerReady = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, rawHeaders, url = '' } = request;
    // The cookie of a preview selects another composition. Other cookies change nothing.
    if (method !== 'GET' || rawHeader(rawHeaders, 'cookie')?.includes(PREVIEW_COOKIE)) return false;
    const encoding = chooseEncoding(rawHeader(rawHeaders, 'accept-encoding'), CODINGS);
    const answer = live()?.answers.findReady(encoding, url);
    if (!answer) return false;
    const { label, etag, headers, bytes, content, unmodified } = answer;
    if (etagMatches(rawHeader(rawHeaders, 'if-none-match'), etag)) {
      response.writeHead(304, unmodified).end();
      answered(label, 304, 0);
    } else {
      response.writeHead(200, headers).end(content, 'latin1');
      answered(label, 200, bytes.length);
    }
    return true;
  };
  return (request, response) => {
    if (!answerReady(request, response)) next(request, response);
  };
}
