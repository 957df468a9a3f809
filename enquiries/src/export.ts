import { terminalJson } from '@voltframe/kit/contract/operations/terminal-text';
import type { EnquiryRow } from './migrations.ts';

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
export function toRecords(rows: readonly EnquiryRow[]): Record<string, string>[] {
  return rows.map(toRecord);
}

/**
 * @returns entries as CSV (RFC 4180, with a byte order mark for spreadsheets). A cell that a spreadsheet would take for
 *   a formula gets an apostrophe in front (OWASP, "CSV injection").
 */
export function toCsv(rows: readonly EnquiryRow[]): string {
  const lines = rows.map((row) => {
    const record = toRecord(row);
    return COLUMNS.map((column) => cell(record[column] ?? '')).join(',');
  });
  return `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}`;
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
