import { runInbox } from '../enquiries/src/inbox.ts';
import { enquiryMigrations } from '../enquiries/src/migrations.ts';
import { enquiryPorts } from '../gateway/src/open-enquiries.ts';
import { configSchema } from '../gateway/src/platform/settings/config.ts';
import { describeIssue, parseSettings } from '../gateway/src/platform/settings/parse-settings.ts';
import { openEnquiries } from '../enquiries/src/enquiries.ts';
import { enquirySettings } from '../enquiries/src/settings.ts';
import { createOutbox } from '../gateway/src/platform/outbox/outbox.ts';
import { terminalJson } from '../kit/src/contract/operations/terminal-text.ts';
import { openSiteDatabase } from '../gateway/src/platform/database/database.ts';
import { reportFailure } from '../gateway/src/platform/runtime/log-line.ts';
import { commandFailure } from '../gateway/src/platform/runtime/start-failure.ts';

/** `npm run inbox -- <command>`: see enquiries/src/inbox.ts. Reads the site's own settings. */
async function main(args: string[]): Promise<number> {
  const parsed = parseSettings({ config: configSchema, enquiries: enquirySettings }, process.env);
  if (!parsed.ok) return fail(parsed.issues.map(describeIssue));
  const { config, enquiries: settings } = parsed.settings;
  const db = await openSiteDatabase(config.data, enquiryMigrations);
  const log = (details: object, message: string) =>
    console.error(message, terminalJson(JSON.stringify(details)));
  const outbox = createOutbox({
    db,
    mail: config.mail,
    siteUrl: config.site.url,
    fetch,
    now: Date.now,
    random: Math.random,
    log: { warn: log, error: log },
  });
  try {
    const ports = enquiryPorts({
      config,
      db,
      outbox,
      forms: () => [],
      now: Date.now,
    });
    const enquiries = await openEnquiries({ ...settings, mail: config.mail }, ports);
    const io = {
      out: console.log,
      err: console.error,
      bytes: (content: Buffer) => void process.stdout.write(content),
    };
    return await runInbox(args, enquiries, io);
  } finally {
    await outbox.close();
    await db.destroy();
  }
}

function fail(issues: string[]): number {
  reportFailure(...issues);
  return 2;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  const { text, code } = commandFailure('inbox', error);
  reportFailure(text);
  return code;
});
