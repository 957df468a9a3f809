import { parse } from 'yaml';
import type { z } from 'zod';
import type { SettingsResult } from './read-settings.ts';

/** @returns what a text of YAML says, by its schema; or a line for each defect. An empty one is as `{}`. */
export function parseYaml<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): SettingsResult<z.infer<Schema>> {
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: 10 }) ?? {};
  } catch (error) {
    return { ok: false, issues: [(error as Error).message.split('\n')[0]!] };
  }
  const parsed = schema.safeParse(document);
  if (parsed.success) return { ok: true, settings: parsed.data };
  return {
    ok: false,
    issues: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${reasonOf(issue)}`),
  };
}

/** Of a name that is none, zod says by itself only that it is one. */
function reasonOf(issue: z.core.$ZodIssue): string {
  return (issue.code === 'invalid_key' && issue.issues[0]?.message) || issue.message;
}
