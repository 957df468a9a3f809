import type { Kysely } from 'kysely';
import type { Tables } from './platform/database/tables.ts';
import { parseConfig } from './platform/settings/config.ts';
import { describeIssue } from './platform/settings/parse-settings.ts';
import { type DatabaseConfig, openSiteDatabase } from './platform/database/database.ts';
import { createHistoryStore } from './observing/history/history-store.ts';
import { endOfToken } from './operations/token-changes.ts';
import { createTokenStore } from './platform/secrets/token-store.ts';

/**
 * Creates an operator token on the gateway itself: the first one, or a replacement for a lost one. It needs the data
 * folder, so it is not possible from outside.
 * @param env as `process.env`: DATA_DIR, DATABASE_URL.
 * @param name of the owner, for the history.
 * @param open opens the database; default: only that of a site that has run.
 * @returns the token; it is shown this once, and ends after 90 days.
 * @throws GW_NO_SITE
 */
export async function createOperatorToken(
  env: Record<string, string | undefined>,
  name: string,
  open: (config: DatabaseConfig) => Promise<Kysely<Tables>> = openSiteDatabase,
): Promise<string> {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(parsed.issues.map(describeIssue).join('\n'));
  const db = await open(parsed.settings.data);
  try {
    const created = await createTokenStore(db, Date.now).create({
      role: 'operator',
      app: null,
      name,
      expiresAt: endOfToken('operator', Date.now()),
    });
    const note = `${name} (${created.id})`;
    await createHistoryStore(db).addHistory({
      at: Date.now(),
      actor: 'gateway',
      action: 'token-create',
      note,
    });
    return created.token;
  } finally {
    await db.destroy();
  }
}
