import { readFile } from 'node:fs/promises';
import {
  createVisitorLimit,
  type PersonalAnswer,
  type PersonalCall,
  type VisitorBackend,
} from './personal-call.ts';

const OK = 200;
const ANONYMOUS = 401;
const NOT_FOUND = 404;
const UNREADABLE = 422;
const SETTINGS = { base: new URL('http://invented.localhost/'), headers: {}, maxBytes: 0 };

/**
 * Answers for an invented visitor, in development: no cookie is needed, and no connection is opened. The file is read
 * with each request.
 * @param file YAML: name → path → value, the JSON of the answer; where it or the name is missing, the visitor is anonymous.
 * @param name of the personal data
 */
export function inventedBackend(file: string, name: string): VisitorBackend {
  const once = ({ path }: Pick<PersonalCall, 'path'>) => answerOf(file, name, path);
  return {
    settings: SETTINGS,
    visitor: { cookies: [], perMinute: Infinity },
    invented: true,
    limit: createVisitorLimit(Infinity, Date.now),
    // It answers calls of visitors only, which need no request.
    client: { once: once as unknown as VisitorBackend['client']['once'] },
    send: () => Promise.reject(new Error('An invented backend has no connection')),
  };
}

async function answerOf(file: string, name: string, path: string): Promise<PersonalAnswer> {
  const { parse } = await import('yaml');
  let names: unknown;
  try {
    names = parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { status: ANONYMOUS, cookies: [] };
    return json(UNREADABLE, { message: `${file}: ${(error as Error).message}` });
  }
  const paths = valueOf(names, name);
  if (paths === undefined || paths === null) return { status: ANONYMOUS, cookies: [] };
  const value = valueOf(paths, path);
  return value === undefined
    ? json(NOT_FOUND, { message: `${file}: ${name} has no ${path}` })
    : json(OK, value);
}

function json(status: number, value: unknown): PersonalAnswer {
  return { status, body: Buffer.from(JSON.stringify(value)), cookies: [] };
}

/** @param key untrusted: `constructor` finds no entry. */
const valueOf = (from: unknown, key: string): unknown => new Map(Object.entries(from ?? {})).get(key);
