import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { plainText } from '../failures/plain-text.ts';

/**
 * What a message may hold of a visitor (what was typed, what was asked for) is taken out before it is kept: text that a program
 * read stands in quotes, in addresses and in numbers more often than not.
 */
const TAKEN_OUT: [pattern: RegExp, instead: string][] = [
  // Names of the program are one word. What was cut off has no end.
  [/(?<!\w)(["'`])(?!\s)(?:(?!\1).)*\s(?:(?!\1).)*(?:\1(?!\w)|$)/g, '$1…$1'],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '<mail>'],
  [/(\b[a-z][a-z\d+.-]{1,10}:\/\/[^\s?#"'`<>]{1,300})[?#][^\s"'`<>]*/gi, '$1?…'],
  [/(\/[^\s?#"'`<>]{0,300})\?[^\s"'`<>]+/g, '$1?…'],
  [/\+?\d(?:[ ./-]?\d){5,}/g, '<number>'],
  [/\b[\da-f]{8,}(?:-[\da-f]{4,}){0,4}\b/gi, '<id>'],
];

/** @returns a message on one line, of at most {@link REPORT_LIMITS} characters, without what may be a visitor's. */
export function cleanMessage(message: string): string {
  let text = plainText(message, REPORT_LIMITS.message);
  for (const [pattern, instead] of TAKEN_OUT) text = text.replace(pattern, instead);
  return text.trim().slice(0, REPORT_LIMITS.message) || 'no message';
}

/** @returns what messages have in common that differ in numbers and quoted text alone: they are one group. */
export function alikeMessage(cleaned: string): string {
  return cleaned.replace(/"[^"]{1,200}"|'[^']{1,200}'|`[^`]{1,200}`/g, '"…"').replace(/\d+/g, '0');
}
