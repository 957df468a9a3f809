import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { plainText } from '../stacks/stacks.ts';

/**
 * Data of a visitor (typed text, addresses) is removed from a message before it is stored: text that a program
 * read stands in quotes, in addresses and in numbers more often than not.
 */
const REMOVED: [pattern: RegExp, instead: string][] = [
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
  for (const [pattern, instead] of REMOVED) text = text.replace(pattern, instead);
  return text.trim().slice(0, REPORT_LIMITS.message) || 'no message';
}
