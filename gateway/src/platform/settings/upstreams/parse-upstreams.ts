import { APP_NAME } from '@voltframe/kit/contract/names';
import { z } from 'zod';
import { duration } from '../config.ts';
import { fillSecrets, type SecretSources } from '../fill-secrets.ts';
import { parseYaml } from '../parse-yaml.ts';
import type { SettingsResult } from '../read-settings.ts';
import { MAX_READ_BYTES, type UpstreamSettings } from './upstream-settings.ts';

export interface UpstreamsOptions extends SecretSources {
  /** How long a rendering may take, in ms: a call has to end before. */
  renderTimeoutMs: number;
  /** How much of all answers is held for an app, in bytes. */
  answersBytes: number;
}

const MB = 1024 * 1024;
const MAX_UPSTREAMS = 50;
const UPSTREAM_NAME = /^[a-z][a-z0-9-]{0,30}$/;
/** What belongs to the connection, or would let an answer come in a form that is not read here. */
const OWN_HEADERS =
  /^(host|connection|content-length|content-type|transfer-encoding|te|upgrade|expect|accept|accept-encoding|keep-alive|proxy-.*)$/;
const headerName = z
  .string()
  .transform((name) => name.toLowerCase())
  .refine((name) => /^[a-z0-9-]{1,60}$/.test(name), 'is not the name of a header');

const entry = z.strictObject({
  url: z.string().min(1),
  apps: z.array(z.string().regex(APP_NAME, 'is not the name of an app')).min(1),
  headers: z
    .record(headerName, z.string())
    .refine(
      (headers) => !Object.keys(headers).some((name) => OWN_HEADERS.test(name)),
      'names a header that the gateway sets itself',
    )
    .default({}),
  timeout: duration.prefault('3s'),
  maxMB: z.number().positive().default(2),
  perSecond: z.int().positive().max(10_000).default(50),
  connections: z.int().positive().max(500).default(20),
  staleIfError: duration.prefault('7d'),
  answerHeaders: z.array(headerName).max(20).default([]),
});
const file = z
  .record(z.string().regex(UPSTREAM_NAME, 'is not a name: lower-case letters, digits, -'), entry)
  .refine((entries) => Object.keys(entries).length <= MAX_UPSTREAMS, `has more than ${MAX_UPSTREAMS}`);

/**
 * Reads the upstreams of a site.
 * @param text YAML: by name, its `url`, which `apps` may ask it, and what docs/operations.md lists.
 */
export function parseUpstreams(text: string, options: UpstreamsOptions): SettingsResult<UpstreamSettings[]> {
  const parsed = parseYaml(text, file);
  if (!parsed.ok) return parsed;
  const results = Object.entries(parsed.settings).map(([name, values]) => settingsOf(name, values, options));
  const issues = results.flatMap((result) => result.issues);
  return issues.length > 0
    ? { ok: false, issues }
    : { ok: true, settings: results.map(({ upstream }) => upstream) };
}

function settingsOf(
  name: string,
  values: z.infer<typeof entry>,
  options: UpstreamsOptions,
): { upstream: UpstreamSettings; issues: string[] } {
  const issues: string[] = [];
  const fill = (field: string, text: string): string => {
    const filled = fillSecrets(text, options);
    if (filled.ok) return filled.value;
    issues.push(...filled.issues.map((issue) => `${name}.${field}: ${issue}`));
    return '';
  };
  const headers = Object.entries(values.headers).map(([header, text]) => {
    const value = fill(`headers.${header}`, text);
    // undici refuses it with each call; by then nobody looks.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      issues.push(`${name}.headers.${header}: has a line break or another character that no header may have`);
    return [header, value] as const;
  });
  const base = baseOf(fill('url', values.url));
  if (typeof base === 'string' && issues.length === 0) issues.push(`${name}.url: ${base}`);
  if (values.timeout >= options.renderTimeoutMs)
    issues.push(`${name}.timeout: has to be below RENDER_TIMEOUT (${options.renderTimeoutMs} ms)`);
  const tooLarge = sizeDefect(values.maxMB * MB, options.answersBytes);
  if (tooLarge !== undefined) issues.push(`${name}.maxMB: ${values.maxMB} ${tooLarge}`);
  const { apps, timeout, maxMB, perSecond, connections, staleIfError, answerHeaders } = values;
  return {
    issues,
    upstream: {
      name,
      base: base as URL,
      headers: Object.fromEntries(headers),
      apps,
      timeoutMs: timeout,
      maxBytes: maxMB * MB,
      perSecond,
      connections,
      staleIfErrorMs: staleIfError,
      answerHeaders,
    },
  };
}

/** @returns why no answer may be so large; undefined when it may. */
function sizeDefect(bytes: number, answersBytes: number): string | undefined {
  if (bytes > MAX_READ_BYTES)
    return `is more than one page may read (${MAX_READ_BYTES / MB}): lower it, and ask for the data in parts`;
  if (bytes > answersBytes / 2)
    return `is more than half of UPSTREAM_ANSWERS_MB (${answersBytes / MB}): answers that large push out all others, or are not held at all; lower it, or raise UPSTREAM_ANSWERS_MB`;
  return undefined;
}

/** @returns the address, or what is wrong with it: it may hold a secret, so it is not said. */
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
