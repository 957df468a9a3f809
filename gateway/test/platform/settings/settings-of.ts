import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, parseConfig } from '../../../src/platform/settings/config.ts';
import { describeIssue } from '../../../src/platform/settings/parse-settings.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** @returns the settings of a valid environment. */
export function settingsOf(env: Record<string, string>): Config {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(parsed.issues.map(describeIssue).join('\n'));
  return parsed.settings;
}

/** @returns the lines that an operator reads; none when all settings are valid. */
export function issuesOf(env: Record<string, string>): string[] {
  const parsed = parseConfig(env);
  return parsed.ok ? [] : parsed.issues.map(describeIssue);
}

/** @returns the name of a new file with this text. */
export function writtenFile(text: string): string {
  const file = path.join(testFolder(), 'settings.yml');
  writeFileSync(file, text);
  return file;
}
