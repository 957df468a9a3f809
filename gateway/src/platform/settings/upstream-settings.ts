import { APP_NAME } from '@voltframe/kit/contract/names';
import { MB } from '@voltframe/kit/contract/units';
import { z } from 'zod';
import { duration } from './setting-formats.ts';
import { settingsFile } from './settings-file.ts';

/** Of answers that one call of a render process may read, together. */
export const MAX_READ_BYTES = 16 * MB;

const MAX_UPSTREAMS = 50;
const UPSTREAM_NAME = /^[a-z][a-z0-9-]{0,30}$/;
/** Headers of the connection, and headers by which an answer could come in a form that is not read here. */
const OWN_HEADERS =
  /^(host|connection|content-length|content-type|transfer-encoding|te|upgrade|expect|accept|accept-encoding|keep-alive|proxy-.*)$/;
const headerName = z
  .string()
  .transform((name) => name.toLowerCase())
  .refine((name) => /^[a-z0-9-]{1,60}$/.test(name), 'is not the name of a header');
/** undici refuses others with each call. */
const headerValue = z
  .string()
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'has a line break or another character that no header may have');

/** The cookie of previews (`gateway/src/serving/compositions/previews.ts`) is the platform's own. */
const OWN_COOKIES = /^(__host-|__secure-|preview$)/i;
const cookieName = z
  .string()
  .regex(/^[\w.-]{1,60}$/, 'is not the name of a cookie: a-z, A-Z, 0-9, _ . -')
  .refine((name) => !OWN_COOKIES.test(name), 'is a name that the platform gives itself');

/**
 * The parts of a visitor's request that a backend gets. Such a backend answers browsers with personal data, and no
 * loader.
 */
const visitor = z
  .strictObject({
    /** Names as the backend sets them; in the browser `__Host-{name}`. */
    cookies: z.array(cookieName).max(10).default([]),
    /** A header with the session, in lower case: whatever is in front has to set it or take it away. */
    header: headerName
      .refine(
        (name) => name !== 'cookie' && !OWN_HEADERS.test(name),
        'is a header that the gateway sets itself',
      )
      .optional(),
    /** Requests of one network of visitors within a minute. */
    perMinute: z.int().positive().max(100_000).default(120),
  })
  .refine(
    ({ cookies, header }) => cookies.length > 0 || header !== undefined,
    'names no cookie and no header',
  );

const upstream = z
  .strictObject({
    /** Requests go to addresses below it; its path ends with `/`. */
    url: z.string().transform((text, context) => {
      const base = baseOf(text);
      if (typeof base !== 'string') return base;
      context.addIssue({ code: 'custom', message: base });
      return z.NEVER;
    }),
    /** Apps that may ask it. */
    apps: z.array(z.string().regex(APP_NAME, 'is not the name of an app')).min(1),
    /** Sent with each call; names in lower case. */
    headers: z
      .record(headerName, headerValue)
      .refine(
        (headers) => !Object.keys(headers).some((name) => OWN_HEADERS.test(name)),
        'names a header that the gateway sets itself',
      )
      .default({}),
    /** Of a call with all its attempts. */
    timeout: duration.prefault('3s'),
    /** Largest answer. */
    maxMB: z
      .number()
      .positive()
      .refine((size) => size * MB <= MAX_READ_BYTES, {
        error: ({ input }) =>
          `${input as number} is more than one page may read (${MAX_READ_BYTES / MB}): lower it, and ask for the data in parts`,
      })
      .default(2),
    /** Calls of each app within a second. */
    perSecond: z.int().positive().max(10_000).default(50),
    /** Open connections at once. */
    connections: z.int().positive().max(500).default(20),
    /** How long after its `revalidate` an answer is used while there is no newer one. */
    staleIfError: duration.prefault('7d'),
    /** Headers of answers that release code sees besides type and language; in lower case. */
    answerHeaders: z.array(headerName).max(20).default([]),
    visitor: visitor.optional(),
  })
  // Otherwise every visitor without a session would have the session in the operator's header.
  .refine(
    ({ headers, visitor: of }) =>
      !of || !Object.keys(headers).some((name) => name === 'cookie' || name === of.header),
    { path: ['headers'], message: 'name the cookie or the session header of visitors' },
  )
  .transform(({ url, timeout, maxMB, staleIfError, ...rest }) => ({
    ...rest,
    base: url,
    timeoutMs: timeout,
    maxBytes: maxMB * MB,
    staleIfErrorMs: staleIfError,
  }));

/** The file of the upstreams: backends that apps may ask, by name (docs/operations.md). */
export const upstreamsFile = settingsFile(
  z
    .record(z.string().regex(UPSTREAM_NAME, 'is not a name: lower-case letters, digits, -'), upstream)
    .refine((entries) => Object.keys(entries).length <= MAX_UPSTREAMS, `has more than ${MAX_UPSTREAMS}`)
    .transform((entries) => Object.entries(entries).map(([name, settings]) => ({ name, ...settings }))),
);

/** A backend that apps may ask, as the operator configured it. */
export type UpstreamSettings = z.infer<typeof upstreamsFile>[number];

/**
 * @param renderTimeoutMs time limit of a rendering, in ms.
 * @returns each upstream whose time limit is no shorter: the field of the file, and the reason.
 */
export function upstreamDefects(
  upstreams: UpstreamSettings[],
  renderTimeoutMs: number,
): { field: string; message: string }[] {
  return upstreams
    .filter(({ timeoutMs }) => timeoutMs >= renderTimeoutMs)
    .map(({ name }) => ({
      field: `${name}.timeout`,
      message: `has to be below RENDER_TIMEOUT (${renderTimeoutMs} ms)`,
    }));
}

/** @returns the address, or the defect; the defect does not repeat the text, which may hold a secret. */
function baseOf(text: string): URL | string {
  if (!URL.canParse(text)) return 'is not an address: https://cms.example/api';
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return 'has to begin with https:// or http://';
  if (url.username || url.password)
    return 'has a user or password in it: send them as a header, authorization';
  if (url.search || url.hash) return 'has a query or fragment: the base ends with its path';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}
