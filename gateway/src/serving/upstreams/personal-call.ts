import { ownPath } from '@voltframe/kit/contract/routing/own-path';
import type { FileRule } from '@voltframe/kit/contract/file-types';
import type { PersonalExchange } from '@voltframe/kit/contract/release/personal';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { parseSetCookie, stringifySetCookie } from 'cookie';
import type { IncomingMessage } from 'node:http';
import { createAttemptLimit, createNetworkLimit } from '../../platform/runtime/attempt-limit.ts';
import { visitorNetwork } from '../../platform/runtime/network-address.ts';
import { personalErrors } from '../upstream-errors.ts';
import type { UpstreamSettings } from '../../platform/settings/upstream-settings.ts';
import {
  CallFailure,
  DOWN,
  JSON_TYPE,
  type RawResponse,
  readTyped,
  type SendCall,
} from './fetch-response.ts';
import { EVENTS_LIFE_MS } from './personal-events.ts';
import { openPersonalFile, type PersonalStream, transferMs } from './personal-file.ts';
import type { UpstreamClient } from './upstream-client.ts';

/** A backend that answers requests of browsers for personal data. */
export interface VisitorBackend {
  settings: Pick<UpstreamSettings, 'base' | 'headers' | 'maxBytes'>;
  /** Set for one that needs no session, in development: `inventedBackend`. */
  invented?: true;
  /** The cookies and the header of a visitor that it gets. */
  visitor: NonNullable<UpstreamSettings['visitor']>;
  /** Limit of its visitors, by their networks. */
  limit: ReturnType<typeof createVisitorLimit>;
  client: Pick<UpstreamClient, 'once'>;
  send: SendCall;
  /** The same for streams of events, which occupy a connection each; absent for an invented one. */
  events?: Pick<VisitorBackend, 'limit' | 'client' | 'send'>;
}

/** One request of a browser, checked. */
export interface PersonalCall {
  app: string;
  /** Below the backend's base, in its canonical spelling. */
  path: string;
  /** The declared path that it fits; errors name its pattern. */
  exchange: PersonalExchange;
  query: [string, string][];
  method: string;
  body?: PersonalBody | undefined;
  /** It is the form of a page: the browser shows the answer, and follows a redirect. */
  isForm: boolean;
  /** Cookies and header of the visitor: {@link visitorHeaders}. */
  headers: Record<string, string>;
  /** Opens the stream of a path of events. */
  openEvents: (answer: Pick<RawResponse, 'headers' | 'body'>) => PersonalStream;
  /** Before the names of its cookies in the browser: {@link cookiePrefix}. */
  prefix: string;
}

export interface PersonalBody {
  /** Content-Type. */
  type: string;
  /** While it arrives, for files. */
  content: Buffer | AsyncIterable<Uint8Array>;
}

export interface PersonalAnswer {
  status: number;
  /** JSON; undefined for 204, for 401 and for a form, whose bodies are not passed on. */
  body?: Buffer;
  /** Lines of `Set-Cookie`. */
  cookies: string[];
  /** In place of the body: a file, or events. */
  stream?: PersonalStream;
  /** Of an answer to a form: the path of the site to which it redirects. */
  location?: string;
}

/** Most concurrent requests of one network of visitors, because a slow backend delays others, too. */
const MOST_AT_ONCE = 8;
/** Most streams of events for each app, and of one network of them: visitors of an office share one. */
export const EVENT_STREAMS = { connections: 100, atOnce: 25 } as const;
/** Largest answer. Each visitor has one in memory, unlike the answers for loaders. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Longest value of a cookie, and of the session header. */
const LONGEST_VALUE = 4_096;
/** RFC 6265 §4.1.1. */
const COOKIE_VALUE = /^("?)[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*\1$/;
const HOST_PREFIX = '__Host-';
const LOCAL = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Limits the requests of each network of visitors: within a minute, within a second for each app, and at once.
 * @param backend perMinute: the requests of a network. Of `perSecond` and `connections` a network gets a quarter, so
 * that three networks leave some to others.
 */
export function createVisitorLimit(
  {
    perMinute,
    perSecond,
    connections,
    atOnce = Math.min(MOST_AT_ONCE, quarterOf(connections)),
  }: { perMinute: number; perSecond: number; connections: number; atOnce?: number },
  now: () => number,
) {
  const minute = createNetworkLimit({ most: perMinute, windowMs: MINUTE_MS, atOnce, now });
  const second = createAttemptLimit({ most: quarterOf(perSecond), windowMs: 1_000, now });
  return {
    /** Counts one request. @param address of a visitor. @returns false when there were too many already. */
    take: (address: string, app: string): boolean =>
      second.take(`${app} ${visitorNetwork(address)}`) && minute.take(address),
    /** @returns ends the request that begins now; undefined while the network has too many. */
    begin: minute.begin,
  };
}

function quarterOf(most: number): number {
  return Math.max(1, Math.floor(most / 4));
}

/**
 * The prefix by which a browser takes a cookie over https only, and from this host alone: no page of another subdomain
 * can plant it.
 * @param siteUrl the address that visitors see.
 * @returns '' on this machine, where there is no https; undefined where cookies could be read on the way.
 */
export function cookiePrefix(siteUrl: string): string | undefined {
  const { protocol, hostname } = new URL(siteUrl);
  if (protocol === 'https:') return HOST_PREFIX;
  return LOCAL.test(hostname) ? '' : undefined;
}

/**
 * @param prefix see {@link cookiePrefix}.
 * @returns the headers that tell the backend who the visitor is: the named cookies without their prefix, and the
 *   session header; none for a visitor who has neither.
 * @throws PERSONAL_REQUEST for a repeated cookie, or one with an invalid character
 */
export function visitorHeaders(
  { headers, headersDistinct }: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  { cookies, header }: VisitorBackend['visitor'],
  prefix: string,
): Record<string, string> {
  const found = new Map<string, string>();
  // Only space and tab are white space in a header (RFC 9110 §5.6.3). `trim` would also remove byte 0xA0, and a cookie
  // of a sibling host, whose name begins with that byte, would pass as the session.
  for (const part of (headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    const name = cookies.find(
      (one) => prefix + one === part.slice(0, Math.max(0, at)).replace(/^[ \t]+/, ''),
    );
    if (name === undefined) continue;
    const value = part.slice(at + 1).replace(/[ \t]+$/, '');
    if (found.has(name)) throw personalErrors.REQUEST({ reason: 'a cookie comes twice' });
    if (value.length > LONGEST_VALUE || !COOKIE_VALUE.test(value))
      throw personalErrors.REQUEST({ reason: 'a cookie is too long or has a character that none may have' });
    if (value !== '') found.set(name, value);
  }
  const session = (header !== undefined && headersDistinct[header]) || [];
  if (session.length > 1 || (session[0]?.length ?? 0) > LONGEST_VALUE)
    throw personalErrors.REQUEST({ reason: 'the session header comes twice or is too long' });
  return {
    ...(found.size > 0 && { cookie: Array.from(found, ([name, value]) => `${name}=${value}`).join('; ') }),
    ...(session[0] && { [header!]: session[0] }),
  };
}

/**
 * Sends one request to a backend for one visitor, without redirects and without a cache.
 * @param onEnd called when the call is over: for a stream after its last byte, or when the visitor has left.
 * @throws an error of `upstreamErrors`, without a value of the visitor
 */
export function callForVisitor(
  call: PersonalCall,
  backend: VisitorBackend,
  onEnd: () => void,
): Promise<PersonalAnswer> {
  // The call occupies its share of the backend until the stream has been sent; the answer begins before that.
  return new Promise((resolve, reject) => {
    perform(call, backend, resolve).then(resolve, reject).finally(onEnd);
  });
}

async function perform(
  call: PersonalCall,
  backend: VisitorBackend,
  onAnswer: (answer: PersonalAnswer) => void,
): Promise<PersonalAnswer> {
  const { settings, visitor } = backend;
  const { path, method, exchange, isForm } = call;
  const rule = method === 'GET' ? exchange.answer : undefined;
  const { client, send } = (rule === 'events' && backend.events) || backend;
  const attempt = async (
    address: URL,
    { signal, traceparent }: { signal: AbortSignal; traceparent?: string | undefined },
  ): Promise<PersonalAnswer> => {
    const headers = {
      'user-agent': 'voltframe-gateway',
      ...settings.headers,
      ...call.headers,
      accept: acceptOf(isForm, rule),
      'accept-encoding': 'identity',
      ...(call.body && { 'content-type': call.body.type }),
      ...(traceparent !== undefined && { traceparent }),
    };
    const answer = await send(address, { headers, signal, method, body: call.body?.content });
    try {
      const cookies = () =>
        [answer.headers['set-cookie'] ?? []]
          .flat()
          .flatMap((line) => passedCookie(line, visitor.cookies, call.prefix));
      if (isForm) return formAnswer(answer, cookies);
      if (rule === undefined || answer.status !== 200)
        return await readAnswer(answer, Math.min(settings.maxBytes, MAX_ANSWER_BYTES), cookies);
      const opened = rule === 'events' ? call.openEvents(answer) : openPersonalFile(answer, rule, path);
      const answered = { status: answer.status, cookies: cookies(), stream: opened };
      const ended = new Promise(
        (resolve, reject) => void opened.stream.on('close', resolve).on('error', reject),
      );
      onAnswer(answered);
      await ended;
      return answered;
    } finally {
      answer.body.destroy();
    }
  };
  return client.once({ ...call, pattern: exchange.path }, attempt, limitOf(call));
}

/** @returns the time limit of a call that transfers files or events, in ms. */
function limitOf({ method, exchange: { answer, body } }: PersonalCall): number | undefined {
  const rule = method === 'GET' ? answer : body;
  // The stream ends itself before.
  if (rule === 'events') return 2 * EVENTS_LIFE_MS;
  return typeof rule === 'object' ? transferMs(rule) : undefined;
}

function acceptOf(isForm: boolean, rule: FileRule | 'events' | undefined): string {
  if (rule === 'events') return 'text/event-stream, application/json';
  if (rule) return [...rule.types, 'application/json'].join(', ');
  // Backends redirect after the post of a form, and answer JSON to scripts.
  return isForm ? 'text/html' : 'application/json';
}

async function readAnswer(
  answer: RawResponse,
  maxBytes: number,
  cookies: () => string[],
): Promise<PersonalAnswer> {
  const { status } = answer;
  // Also a redirect, which leads to a sign-in or to another host.
  if (isRedirect(status)) throw new CallFailure(`status ${status}`);
  assertUsable(status);
  if (status === 204 || status === 401) return { status, cookies: cookies() };
  return { status, cookies: cookies(), body: await readTyped(answer, maxBytes, [JSON_TYPE]) };
}

/** The body is not read, because the browser shows a page of the site. @throws CallFailure */
function formAnswer({ status, headers }: RawResponse, cookies: () => string[]): PersonalAnswer {
  if (!isRedirect(status)) {
    assertUsable(status);
    return { status, cookies: cookies() };
  }
  const location = typeof headers['location'] === 'string' ? ownPath(headers['location']) : undefined;
  if (location === undefined) throw new CallFailure('it redirects to another place than a path of the site');
  return { status, cookies: cookies(), location };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** @throws CallFailure */
function assertUsable(status: number): void {
  if (status < 200 || status >= 500) throw new CallFailure(`status ${status}`, { down: DOWN.has(status) });
}

/** @returns the line for the browser; none for a cookie that the operator does not name. @throws CallFailure */
function passedCookie(line: string, names: readonly string[], prefix: string): string[] {
  const asItIs = (value: string): string => value;
  const { name, value = '', maxAge, expires } = parseSetCookie(line, { decode: asItIs });
  if (!names.includes(name)) return [];
  if (value.length > LONGEST_VALUE || !COOKIE_VALUE.test(value))
    throw new CallFailure('a cookie of it is too long or has a character that none may have');
  const cookie = {
    name: prefix + name,
    value,
    httpOnly: true,
    sameSite: 'lax' as const,
    path: '/',
    secure: prefix !== '',
    ...(maxAge !== undefined && { maxAge }),
    ...(expires !== undefined && { expires }),
  };
  return [stringifySetCookie(cookie, { encode: asItIs })];
}
