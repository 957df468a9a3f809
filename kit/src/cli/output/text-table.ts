import { terminalText } from '../../contract/operations/terminal-text.ts';
import { identityText, type ReleaseIdentity } from '../../contract/release/identity.ts';

/** A cell is text; undefined and null are shown as a dash. */
export type Cell = string | number | null | undefined;

/**
 * Aligns rows below a line of headings. Columns whose every cell is a number are aligned to the right.
 * @returns lines without spaces at their ends.
 */
export function textTable(headings: string[], rows: Cell[][]): string {
  const cells = [headings, ...rows.map((row) => row.map(textOf))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const numeric = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  );
  return cells
    .map((row) =>
      widths
        .map((width, column) =>
          numeric[column] ? (row[column] ?? '').padStart(width) : (row[column] ?? '').padEnd(width),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function textOf(cell: Cell): string {
  return cell === undefined || cell === null || cell === '' ? '-' : printable(String(cell));
}

/** Notes come from other teams, so line breaks and control characters are removed. */
export function printable(text: string): string {
  return terminalText(text).replace(/\s+/g, ' ').trim();
}

/** Longest part of a commit's message in a table, so that a line fits a terminal. */
const MOST_OF_MESSAGE = 48;

/** @returns the start of a digest, enough for people and for `mfe rollback`. */
export function shortDigest(digest: string | null | undefined): string | null {
  return digest ? digest.slice(0, 12) : null;
}

/** @returns the start of a release's digest, and its identity. */
export function releaseText(
  digest: string | null | undefined,
  identity: ReleaseIdentity | undefined,
): string | null {
  const parts = [shortDigest(digest), identity && identityText(identity, MOST_OF_MESSAGE)].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : null;
}

/** @param at milliseconds since the epoch. @returns `2026-11-21 10:36:24Z` */
export function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
