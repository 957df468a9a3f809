import { errorId } from '@voltframe/kit/contract/reports/error-id';
import { reportedError } from './reported-error.ts';

/** @returns the id under which an error that was told of is found; undefined for what is none of the site's failures */
export function toldId(error: unknown): string | undefined {
  const told = reportedError({ type: 'render', error });
  const [frame = ''] = told?.stack?.split('\n', 1) ?? [];
  return told ? errorId(told.message, frame.trim()) : undefined;
}
