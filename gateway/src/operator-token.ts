import { parseConfig } from './platform/settings/config.ts';
import { describeIssue } from './platform/settings/parse-settings.ts';
import { openDatabase } from './platform/database/database.ts';
import { createStateStore } from './platform/database/state-store.ts';
import { createTokenStore } from './platform/secrets/token-store.ts';

/**
 * Makes an operator token on the gateway itself: the first one, or one for whoever lost theirs. Needs the data folder,
 * so nobody can do it from outside.
 * @param env as `process.env`: DATA_DIR, DATABASE_URL.
 * @param name whose it is, for the history.
 * @returns the token; it is shown this once.
 */
export async function createOperatorToken(
  env: Record<string, string | undefined>,
  name: string,
): Promise<string> {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(parsed.issues.map(describeIssue).join('\n'));
  const db = await openDatabase(parsed.settings.data);
  try {
    const state = createStateStore(db);
    const created = await createTokenStore(db, Date.now).create({
      role: 'operator',
      app: null,
      name,
      expiresAt: null,
    });
    const note = `${name} (${created.id})`;
    await state.addHistory({
      at: Date.now(),
      actor: 'gateway',
      action: 'token-create',
      app: null,
      from: null,
      to: null,
      note,
    });
    return created.token;
  } finally {
    await db.destroy();
  }
}
