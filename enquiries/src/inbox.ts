import { terminalJson, terminalText } from '@voltframe/kit/contract/operations/terminal-text';
import { parseArgs } from 'node:util';
import { addressOf, type Enquiries } from './enquiries.ts';
import type { EnquiryRow } from './migrations.ts';

export interface InboxIo {
  out(line: string): void;
  err(line: string): void;
  /** Unchanged bytes, for a redirection into a file. */
  bytes(content: Buffer): void;
}

const HELP = `npm run inbox -- <command>

  list [--form contact|application] [--email <address>] [--held] [--limit 50] [--json]
                             entries, newest first
  show <id>                  one entry and the state of its delivery
  cv <id> > cv.pdf           the file of an application
  export [--format csv|json] [--form …]
                             all entries, on standard output
  export --email <address>   all stored data of an address, as JSON, for its owner
  subscribers [--json]       subscribers, with the address that ends each subscription
  outbox                     deliveries that wait
  deliver                    send due deliveries now (the running site does so itself)
  release <id>               deliver an entry that was held because its honeypot was filled in
  erase --email <address> [--yes]
                             erase an address everywhere: entries, files, outbox, subscription
  erase <id> [--yes]         erase one entry, such as one of a form without an address
  tidy                       erase expired data now (ENQUIRY_RETENTION_DAYS; the running site does so hourly)

The command reads the settings of the site (DATA_DIR, DATABASE_URL, …) and can run while the site runs.
Example: npm run inbox -- erase --email ada@example.com --yes`;

const OPTIONS = {
  form: { type: 'string' },
  email: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  limit: { type: 'string', default: '50' },
  held: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
type Command = (context: {
  enquiries: Enquiries;
  io: InboxIo;
  options: Options;
  id: string;
}) => Promise<number>;

/**
 * The owner's command. Its output holds personal data: it is written to the terminal, never to a log.
 * @param args as after `npm run inbox --`.
 * @returns exit code: 0 done, 1 nothing found or refused, 2 wrong usage.
 */
export async function runInbox(args: string[], enquiries: Enquiries, terminal: InboxIo): Promise<number> {
  // Visitors typed most of the output.
  const io: InboxIo = {
    ...terminal,
    out: (line) => terminal.out(terminalText(line)),
    err: (line) => terminal.err(terminalText(line)),
  };
  const parsed = parse(args);
  if (typeof parsed === 'string') return usage(io, parsed);
  const { values: options, positionals } = parsed;
  const [name = 'help', id = ''] = positionals;
  if (options.help || name === 'help') {
    io.out(HELP);
    return 0;
  }
  const command = COMMANDS[name];
  if (!command) return usage(io, `There is no command ${name}.`);
  return command({ enquiries, io, options, id });
}

function parse(args: string[]): { values: Options; positionals: string[] } | string {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return (error as Error).message;
  }
}

function usage(io: InboxIo, problem: string): number {
  io.err(`${problem}\n\n${HELP}`);
  return 2;
}

const COMMANDS: Record<string, Command> = {
  async list({ enquiries, io, options }) {
    const limit = Number(options.limit);
    if (!Number.isInteger(limit) || limit < 1) return usage(io, '--limit takes a number.');
    const rows = await enquiries.entries.list({
      form: options.form,
      email: options.email && addressOf(options.email),
      limit,
      ...(options.held ? { state: 'held' as const } : {}),
    });
    if (options.json) io.out(toJson(rows));
    else for (const row of rows) io.out(summary(row));
    if (!options.json) io.out(await standing(enquiries, rows.length));
    return 0;
  },

  async show({ enquiries, io, id }) {
    const row = await enquiries.entries.get(id);
    if (!row) return missing(io, id);
    io.out(`${summary(row)}\n`);
    for (const [name, value] of Object.entries(JSON.parse(row.data) as Record<string, string>)) {
      io.out(`${name}: ${value}`);
    }
    if (row.file_name) io.out(`file: ${row.file_bytes} bytes, sha-256 ${row.file_sha256}`);
    for (const delivery of await enquiries.ports.outbox.of(row.id)) {
      const state = delivery.sent_at
        ? `delivered ${at(delivery.sent_at)}`
        : `waits, ${delivery.attempts} tries`;
      io.out(`${delivery.channel}: ${state}${delivery.last_error ? ` (${delivery.last_error})` : ''}`);
    }
    return 0;
  },

  async cv({ enquiries, io, id }) {
    const row = await enquiries.entries.get(id);
    if (!row?.file_name) return missing(io, id);
    io.bytes(await enquiries.uploads.read(row.file_name));
    return 0;
  },

  async export({ enquiries, io, options }) {
    if (options.format !== 'csv' && options.format !== 'json') return usage(io, '--format is csv or json.');
    const email = options.email && addressOf(options.email);
    const rows = await enquiries.entries.list({ form: options.form, email });
    await enquiries.ports.record(
      'enquiries-export',
      `${email ? 'of an address: ' : ''}entries ${rows.length}`,
    );
    if (email) {
      const subscribers = await enquiries.subscribers.list();
      const own = subscribers.filter((row) => row.email === email);
      io.out(terminalJson(JSON.stringify({ entries: toRecords(rows), subscriptions: own }, null, 2)));
    } else io.out(options.format === 'csv' ? toCsv(rows) : toJson(rows));
    return 0;
  },

  async subscribers({ enquiries, io, options }) {
    const { url } = enquiries.ports.site;
    const rows = (await enquiries.subscribers.list()).map((row) => ({
      email: row.email,
      state: row.state,
      since: at(row.confirmed_at ?? row.created_at),
      unsubscribe: `${url}/subscribe/end?token=${enquiries.links.end.sign(row.id, 0)}`,
    }));
    if (options.json) io.out(terminalJson(JSON.stringify(rows, null, 2)));
    else for (const row of rows) io.out([row.state, row.since, row.email, row.unsubscribe].join('  '));
    return 0;
  },

  async outbox({ enquiries, io }) {
    io.out(await standing(enquiries, undefined));
    return 0;
  },

  async deliver({ enquiries, io }) {
    if (enquiries.channels.length === 0) io.err('SMTP_URL is not set: mail waits.');
    io.out(`${await enquiries.deliverDue()} tried. ${await standing(enquiries, undefined)}`);
    return 0;
  },

  async release({ enquiries, io, id }) {
    if (!(await enquiries.entries.release(id, enquiries.channels, enquiries.ports.now())))
      return missing(io, id);
    io.out(`${id} will be delivered.`);
    return 0;
  },

  async erase({ enquiries, io, options, id }) {
    const email = addressOf(options.email ?? '');
    if ((email === '') === (id === '')) return usage(io, 'erase needs --email or the id of an entry.');
    if (!options.yes) {
      const rows = email ? await enquiries.entries.list({ email }) : [await enquiries.entries.get(id)];
      const count = rows.filter((row) => row !== undefined).length;
      const more = email ? ' and any subscription' : '';
      io.err(`This erases ${count} entries${more}, for good. Add --yes to do it.`);
      return 1;
    }
    const erased = await enquiries.erase(email ? { email } : { id });
    io.out(
      `Erased ${erased.enquiries} entries, ${erased.files.length} files, ${erased.subscriptions} subscriptions.`,
    );
    return 0;
  },

  async tidy({ enquiries, io }) {
    const erased = await enquiries.tidy();
    io.out(`Erased ${erased.enquiries} entries and ${erased.subscriptions} unconfirmed subscriptions.`);
    return 0;
  },
};

function summary(row: EnquiryRow): string {
  const values = JSON.parse(row.data) as Record<string, string>;
  const about = oneLine(values['topic'] ?? values['role'] ?? '');
  const held = row.state === 'held' ? ' HELD' : '';
  const from = row.email && ` <${oneLine(row.email)}>`;
  return `${row.id}  ${at(row.created_at)}  ${row.form}${held}  ${about}  ${oneLine(values['name'] ?? '')}${from}`;
}

async function standing(enquiries: Enquiries, shown: number | undefined): Promise<string> {
  const waiting = await enquiries.ports.outbox.depth(['smtp', 'none']);
  const parts = waiting.map(
    ({ channel, waiting: count, oldest }) =>
      `${count} wait for ${channel === 'none' ? 'a mail server (SMTP_URL)' : channel}, the oldest since ${at(oldest)}`,
  );
  const outbox = parts.length > 0 ? parts.join('; ') : 'Everything is delivered';
  return `${shown === undefined ? '' : `${shown} shown. `}${outbox}.`;
}

function missing(io: InboxIo, id: string): number {
  io.err(`There is no such entry: ${id || '(no id given)'}.`);
  return 1;
}

function at(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** An entry of the list is one line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

const COLUMNS = [
  'id',
  'received',
  'form',
  'state',
  'name',
  'email',
  'company',
  'topic',
  'role',
  'links',
  'message',
  'file',
] as const;

/** @returns entries as JSON: a list of objects, values as they were typed, safe for a terminal. */
export function toJson(rows: readonly EnquiryRow[]): string {
  return terminalJson(JSON.stringify(toRecords(rows), null, 2));
}

/** @returns entries with their values as they were typed. */
function toRecords(rows: readonly EnquiryRow[]): Record<string, string>[] {
  return rows.map(toRecord);
}

/**
 * @returns entries as CSV (RFC 4180, with a byte order mark for spreadsheets). A cell that a spreadsheet would take for
 *   a formula gets an apostrophe in front (OWASP, "CSV injection").
 */
export function toCsv(rows: readonly EnquiryRow[]): string {
  const records = toRecords(rows);
  const columns = [...new Set([...COLUMNS, ...records.flatMap((record) => Object.keys(record))])];
  const lines = records.map((record) => columns.map((column) => cell(record[column] ?? '')).join(','));
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}`;
}

function toRecord(row: EnquiryRow): Record<string, string> {
  return {
    id: row.id,
    received: new Date(row.created_at).toISOString(),
    form: row.form,
    state: row.state,
    ...(row.app !== null && { app: row.app }),
    ...(JSON.parse(row.data) as Record<string, string>),
    ...(row.file_name ? { file: `${row.file_bytes} bytes, sha-256 ${row.file_sha256}` } : {}),
  };
}

/** Full-width signs count too: spreadsheets in East Asian settings fold them. A formula may hide behind white space. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  // Always quoted: then no separator of any locale begins a new, unguarded cell.
  return `"${safe.replaceAll('"', '""')}"`;
}
