import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  parseRecordedAnswers,
  RECORDED_FILE,
  RECORDED_SOURCE,
} from '../../contract/release/recorded-answers.ts';
import { buildErrors } from '../../errors/build-errors.ts';

/**
 * The recorded answers of an app as a file of its release.
 * @param root folder of the app.
 * @returns path in the release and text; nothing when none are recorded. @throws BUILD_CONTENT_INVALID
 */
export function recordedFile(root: string): [name: string, text: string][] {
  const file = path.join(root, RECORDED_SOURCE);
  if (!existsSync(file)) return [];
  try {
    return [[RECORDED_FILE, JSON.stringify(parseRecordedAnswers(readFileSync(file, 'utf8')))]];
  } catch (error) {
    const reason = (error as Error).message;
    throw buildErrors.CONTENT_INVALID({ file: RECORDED_SOURCE, field: 'recorded answers', reason }, error);
  }
}
