import { z } from 'zod';

const text = z.string().max(600);
const note = z.object({
  kind: z.string().max(20),
  message: text,
  stack: z.string().max(4_000).optional(),
});
const differing = z.object({ where: z.string().max(400), server: text, browser: text });
const page = z.object({
  state: z.enum(['hydrated', 'off', 'late', 'failed']),
  restless: z.boolean().default(false),
  notes: z.array(note).max(20),
  reported: z.boolean().default(false),
  difference: differing.optional(),
});
const exposes = z.object({
  failed: z.array(note.extend({ app: z.string().max(40), what: z.string().max(200) })).max(200),
});

/** Parses the untrusted outcome of a process for a document. */
export type PageOutcome = z.infer<typeof page>;

/** The defect of a page in the browser. */
export interface PageFailure {
  reason: string;
  /** Frames of the error, nearest first, untrusted. */
  stack?: string | undefined;
  /** It could not be completed, possibly because of the machine. */
  untried?: boolean;
  /** It makes a stylesheet that its policy refuses; `stack` is of the code that makes it. */
  isStyles?: boolean;
}

/** React's error numbers of hydration mismatches. */
const DIFFERS = /Minified React error #(?:418|419|422|423|425)\b|[Hh]ydrat/;

export const parsePageOutcome = (outcome: unknown): PageOutcome | undefined => page.safeParse(outcome).data;
export const parseExposesOutcome = (outcome: unknown) => exposes.safeParse(outcome).data;

/** @returns the defect of a page; undefined when it hydrated without an error and without a difference. */
export function failureOf(outcome: PageOutcome): PageFailure | undefined {
  const { state, notes, reported, restless } = outcome;
  // The other errors may follow from the missing styles.
  const styles = notes.find(({ kind }) => kind === 'styles');
  if (styles) return { reason: styles.message, stack: styles.stack, isStyles: true };
  const [first] = notes;
  if (first) return { reason: reasonOf(first, outcome), stack: first.stack };
  if (state === 'off') return { reason: 'its scripts could not be loaded' };
  if (state !== 'hydrated') return { reason: 'it does not hydrate' };
  if (reported) return { reason: 'it reports a failure' };
  return restless ? { reason: 'it renders again and again without end' } : undefined;
}

function reasonOf({ kind, message }: PageOutcome['notes'][number], { difference }: PageOutcome): string {
  if (!DIFFERS.test(message)) return kind === 'rejection' ? `an unhandled rejection: ${message}` : message;
  if (!difference) return 'the HTML of the server is not what the browser renders';
  const { where, server, browser } = difference;
  return `the HTML differs first in ${where}: the server has ${server}, the browser ${browser}`;
}
