import type { FileRule } from '@voltframe/kit/contract/file-types';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  createVisitorLimit,
  type PersonalAnswer,
  type PersonalCall,
  type VisitorBackend,
} from './personal-call.ts';
import { openPersonalFile } from './personal-file.ts';

const OK = 200;
const ANONYMOUS = 401;
const NOT_FOUND = 404;
const UNREADABLE = 422;
const UNLIMITED = { perMinute: Infinity, perSecond: Infinity, connections: Infinity };
const SETTINGS = { base: new URL('http://invented.localhost/'), headers: {}, maxBytes: 0 };

/**
 * Answers for an invented visitor, in development and in previews: no cookie is needed, and no connection is opened.
 * The file is read with each request.
 * @param file YAML: name → path → value, the JSON of the answer; without the name the visitor is anonymous. Undefined
 *   or missing: the samples answer
 * @param name of the personal data
 * @param samples of the release: path → the JSON of the answer. Undefined: the visitor is anonymous
 */
export function inventedBackend(
  file: string | undefined,
  name: string,
  samples?: Record<string, unknown>,
): VisitorBackend {
  const once = async ({ path, exchange }: Pick<PersonalCall, 'path' | 'exchange'>) => {
    const answer = await answerOf({ file, name, samples }, path);
    const isFile = answer.status === OK && typeof exchange.answer === 'object';
    return isFile ? inventedFile(answer, exchange.answer as FileRule, path) : answer;
  };
  return {
    settings: SETTINGS,
    visitor: { cookies: [], perMinute: UNLIMITED.perMinute },
    invented: true,
    limit: createVisitorLimit(UNLIMITED, Date.now),
    // It answers calls of visitors only, which need no request.
    client: { once: once as unknown as VisitorBackend['client']['once'] },
    send: () => Promise.reject(new Error('An invented backend has no connection')),
  };
}

async function answerOf(
  { file, name, samples }: { file: string | undefined; name: string; samples: object | undefined },
  path: string,
): Promise<PersonalAnswer> {
  const text = await textOf(file);
  let paths: unknown = samples;
  try {
    if (text !== undefined) paths = valueOf((await import('yaml')).parse(text), name);
  } catch (error) {
    return json(UNREADABLE, { message: `${file}: ${(error as Error).message}` });
  }
  if (paths === undefined || paths === null) return { status: ANONYMOUS, cookies: [] };
  const value = valueOf(paths, path);
  const where = text === undefined ? 'samples in mfe.config.ts' : file;
  return value === undefined
    ? json(NOT_FOUND, { message: `${where}: ${name} has no ${path}` })
    : json(OK, value);
}

/** The value as a file of the first declared type: a text as it is. */
function inventedFile({ body, ...answer }: PersonalAnswer, rule: FileRule, path: string): PersonalAnswer {
  const value: unknown = JSON.parse(String(body));
  const text = Buffer.from(typeof value === 'string' ? value : String(body));
  const headers = { 'content-type': rule.types[0] };
  return { ...answer, stream: openPersonalFile({ headers, body: Readable.from([text]) }, rule, path) };
}

/** @returns undefined for a file that does not exist */
async function textOf(file: string | undefined): Promise<string | undefined> {
  try {
    return file === undefined ? undefined : await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}

function json(status: number, value: unknown): PersonalAnswer {
  return { status, body: Buffer.from(JSON.stringify(value)), cookies: [] };
}

/** @param key untrusted: `constructor` finds no entry. */
const valueOf = (from: unknown, key: string): unknown => new Map(Object.entries(from ?? {})).get(key);
