import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { visitorNetwork } from '../../platform/runtime/network-address.ts';
import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { plainText } from '../stacks/stacks.ts';

export type VisitorHashes = ReturnType<typeof createVisitorHashes>;

export const DAY_MS = 24 * 3_600_000;
const BYTES = 16;
const LETTERS = 16;

/**
 * Distinguishes visitors of one day without storing their identity. The salt of a day is in the database, so that all
 * gateways agree; once it is deleted, no hash leads back to an address.
 */
export function createVisitorHashes(db: Kysely<Tables>, now: () => number) {
  const salts = new Map<number, string>();
  const dayOf = (at: number): number => Math.floor(at / DAY_MS);
  const saltOf = async (day: number): Promise<string> => {
    const salt = randomBytes(BYTES).toString('base64url');
    await db
      .insertInto('visitor_salt')
      .values({ day, salt })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .execute();
    const stored = await db
      .selectFrom('visitor_salt')
      .select('salt')
      .where('day', '=', day)
      .executeTakeFirst();
    return stored?.salt ?? salt;
  };
  return {
    /** @param address of a visitor. @returns undefined while today's salt is unknown: visitors are then not counted. */
    of(address: string): string | undefined {
      const salt = salts.get(dayOf(now()));
      return (
        salt &&
        createHmac('sha256', salt).update(visitorNetwork(address)).digest('base64url').slice(0, LETTERS)
      );
    },
    /** Reads or makes the salts of today and tomorrow, and deletes those of days that are over. */
    async renew(): Promise<void> {
      const today = dayOf(now());
      for (const day of salts.keys()) if (day < today) salts.delete(day);
      if (salts.has(today) && salts.has(today + 1)) return;
      const made = new Map<number, string>();
      for (const day of [today, today + 1]) made.set(day, await saltOf(day));
      await db.deleteFrom('visitor_salt').where('day', '<', today).execute();
      await db.deleteFrom('error_group_visitor').where('day', '<', today).execute();
      // Set last, so that a failed call is retried at the next call, not a day later.
      for (const [day, salt] of made) salts.set(day, salt);
    },
  };
}

/**
 * Data of a visitor (typed text, addresses) is removed from a message before it is stored: text that a program
 * read stands in quotes, in addresses and in numbers more often than not.
 */
const TAKEN_OUT: [pattern: RegExp, instead: string][] = [
  // Identifiers of a program are one word. A cut text has no closing quote.
  [/(?<!\w)(["'`])(?!\s)(?:(?!\1).)*\s(?:(?!\1).)*(?:\1(?!\w)|$)/g, '$1…$1'],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '<mail>'],
  [/(\b[a-z][a-z\d+.-]{1,10}:\/\/[^\s?#"'`<>]{1,300})[?#][^\s"'`<>]*/gi, '$1?…'],
  [/(\/[^\s?#"'`<>]{0,300})\?[^\s"'`<>]+/g, '$1?…'],
  [/\+?\d(?:[ ./-]?\d){5,}/g, '<number>'],
  [/\b[\da-f]{8,}(?:-[\da-f]{4,}){0,4}\b/gi, '<id>'],
];

/** @returns a message on one line, of at most {@link REPORT_LIMITS} characters, without data of a visitor. */
export function cleanMessage(message: string): string {
  let text = plainText(message, REPORT_LIMITS.message);
  for (const [pattern, instead] of TAKEN_OUT) text = text.replace(pattern, instead);
  return text.trim().slice(0, REPORT_LIMITS.message) || 'no message';
}

/** @returns the common text of messages that differ in numbers and quoted text only: they form one group. */
export function alikeMessage(cleaned: string): string {
  return cleaned.replace(/"[^"]{1,200}"|'[^']{1,200}'|`[^`]{1,200}`/g, '"…"').replace(/\d+/g, '0');
}
