import { parseSiteConfig } from '../kit/src/contract/page/site-config.ts';
import { runInbox } from '../enquiries/src/inbox.ts';
import { enquiryMigrations } from '../enquiries/src/migrations.ts';
import { enquiryPorts } from '../gateway/src/open-enquiries.ts';
import { parseConfig } from '../gateway/src/platform/settings/config.ts';
import { openEnquiries } from '../enquiries/src/enquiries.ts';
import { parseEnquirySettings } from '../enquiries/src/settings.ts';
import { createOutbox } from '../gateway/src/platform/outbox/outbox.ts';
import { openDatabase } from '../gateway/src/platform/database/database.ts';

/** `npm run inbox -- <command>`: see enquiries/src/inbox.ts. Reads the site's own settings. */
async function main(args: string[]): Promise<number> {
  const config = parseConfig({ ...process.env, RELEASES: 'none' }, []);
  const settings = parseEnquirySettings(process.env);
  const site = parseSiteConfig(process.env, { url: `http://localhost:${process.env['PORT'] || 3000}` });
  if (!config.ok) return fail(config.issues);
  if (!settings.ok) return fail(settings.issues);
  if (!site.ok) return fail(site.issues.map(({ name, reason, fix }) => `${name}: ${reason}. ${fix}`));

  const db = await openDatabase(config.config, enquiryMigrations);
  const log = (details: object, message: string) => console.error(message, JSON.stringify(details));
  const outbox = createOutbox({
    db,
    mail: settings.settings.mail,
    siteUrl: site.value.url,
    fetch,
    now: Date.now,
    random: Math.random,
    log: { warn: log, error: log },
  });
  try {
    const ports = enquiryPorts({
      config: config.config,
      siteConfig: site.value,
      db,
      outbox,
      forms: () => [],
      now: Date.now,
    });
    const enquiries = await openEnquiries(settings.settings, ports);
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
  for (const issue of issues) console.error(issue);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
