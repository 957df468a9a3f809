import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { EnquiryTables } from './tables.ts';

/**
 * A secret that is made once and kept in the data folder (mode 0600).
 * @param name `links`, `webhook`: the file is `{dataDir}/secrets/{name}`.
 */
export function secretInFolder(dataDir: string, name: string): string {
  const folder = path.join(dataDir, 'secrets');
  const file = path.join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file); // whole or not at all, and of two processes one wins
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/** The same for several gateways on one PostgreSQL: they must agree, so the first one's secret is kept there. */
export async function secretInDatabase(db: Kysely<EnquiryTables>, name: string): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db
    .insertInto('enquiry_secret')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('enquiry_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}

/** @returns a keyed hash (hex): contents are compared without being kept. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export type LinkPurpose = 'confirm' | 'end';

/**
 * @param subject what the link is about; never personal data.
 * @param expiresAt ms since the epoch; 0 = never.
 * @returns a token for a URL: `subject.expiry.signature`.
 */
export function signLink(secret: string, purpose: LinkPurpose, subject: string, expiresAt: number): string {
  const body = `${subject}.${expiresAt.toString(36)}`;
  return `${body}.${signature(secret, purpose, body)}`;
}

/** @returns the subject of a genuine token that is still valid, or undefined. */
export function readLink(
  secret: string,
  purpose: LinkPurpose,
  token: unknown,
  now: number,
): string | undefined {
  const [, body, given] =
    (typeof token === 'string' && /^([0-9a-f-]{36}\.[0-9a-z]{1,12})\.([\w-]{43})$/.exec(token)) || [];
  if (!body || !given) return undefined;
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(secret, purpose, body)))) return undefined;
  const [subject, expiry] = body.split('.') as [string, string];
  const expiresAt = Number.parseInt(expiry, 36);
  return expiresAt === 0 || now < expiresAt ? subject : undefined;
}

function signature(secret: string, purpose: LinkPurpose, body: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${body}`).digest('base64url');
}
