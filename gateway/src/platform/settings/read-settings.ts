import { readFileSync } from 'node:fs';
import type { SecretSources } from './fill-secrets.ts';

export type SettingsResult<Settings> =
  | { ok: true; settings: Settings }
  /** One line for each defect; none holds a value that was filled in. */
  | { ok: false; issues: string[] };

export interface SettingsFile<Settings> {
  /** Of the environment, that names the file; in front of each defect. */
  variable: string;
  /** Undefined: there is none. */
  file: string | undefined;
  /** What holds without a file. */
  none: Settings;
  /** As `process.env`. */
  env: SecretSources['env'];
  parse(text: string, sources: SecretSources): SettingsResult<Settings>;
}

/** Reads a file of settings that takes its secrets from elsewhere. */
export function readSettings<Settings>({
  variable,
  file,
  none,
  env,
  parse,
}: SettingsFile<Settings>): SettingsResult<Settings> {
  if (file === undefined) return { ok: true, settings: none };
  const readFile = (name: string): string => readFileSync(name, 'utf8');
  let text: string;
  try {
    text = readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, issues: [`${variable}: the file ${file} cannot be read (${code ?? 'unknown'})`] };
  }
  const parsed = parse(text, { env, readFile });
  return parsed.ok ? parsed : { ok: false, issues: parsed.issues.map((issue) => `${variable}: ${issue}`) };
}
