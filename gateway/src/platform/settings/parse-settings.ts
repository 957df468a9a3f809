import { closest } from '@voltframe/kit/contract/closest';
import { z } from 'zod';
import { gatewayErrors } from '../errors.ts';
import { secretOfFile } from './settings-file.ts';

/** A defect of a setting. It never has the value, which may be a secret. */
export interface SettingsIssue {
  /** Of the catalogue: docs/errors.md. */
  code: string;
  /** The variable: `SITE_URL`. */
  name: string;
  reason: string;
  fix: string;
}

export type SettingsResult<Settings> =
  | { ok: true; settings: Settings }
  | { ok: false; issues: SettingsIssue[] };

/** The fields of `.meta()` of a setting's schema. */
export interface SettingMeta {
  /** Of the environment. */
  variable: string;
  /** For operators, in Markdown: a row of docs/operations.md and a comment of .env.example. */
  description: string;
  /** The value without the variable, in words, where the schema has no default value. */
  unset?: string;
  /** The fix for a wrong value. */
  fix?: string;
  /** The value is the name of a file (settings-file.ts). */
  file?: true;
  /** Of developers, not of operators: CONTRIBUTING.md lists it. */
  development?: true;
  /** The value may be in a file that `secretFileOf` names: a secret of Docker or Kubernetes. */
  secret?: true;
}

/** @returns the variable that names the file of a secret: `SMTP_URL_FILE`. */
export const secretFileOf = (variable: string): string => `${variable}_FILE`;

type Environment = Record<string, string | undefined>;

/** @returns the setting that a schema describes; undefined for a section. */
export function settingOf(schema: z.core.$ZodType): SettingMeta | undefined {
  const meta = z.globalRegistry.get(schema) as Partial<SettingMeta> | undefined;
  return meta?.variable === undefined ? undefined : (meta as SettingMeta);
}

/** @returns the fields of a section, which may end with a `.transform`. */
export function fieldsOf(section: z.core.$ZodType): Record<string, z.core.$ZodType> {
  return section instanceof z.ZodPipe ? fieldsOf(section.in) : (section as z.ZodObject).shape;
}

/**
 * Reads an environment. Opens the files that settings name, and nothing else.
 * @param sections each an object of settings, or of sections.
 * @param env as `process.env`; an empty value counts as not set.
 * @returns the settings, or the defects of all variables.
 */
export function parseSettings<Shape extends z.ZodRawShape>(
  sections: Shape,
  env: Environment,
): SettingsResult<z.infer<z.ZodObject<Shape>>> {
  const schema = z.object(sections);
  const secrets = readSecrets(schema, env);
  const parsed = schema.safeParse(inputOf(schema, { ...env, ...secrets.values }));
  if (parsed.success && secrets.issues.length === 0) return { ok: true, settings: parsed.data };
  const wrong = (parsed.error?.issues ?? []).map((issue) => issueOf(schema, issue, secrets.values));
  return { ok: false, issues: [...secrets.issues, ...wrong] };
}

/** Characters; a shorter name, such as `HOSTS`, is too near to names of other programs. */
const SHORTEST_MISTYPED = 6;

/**
 * @param sections as of `parseSettings`. @param env as `process.env`
 * @returns the variables that are no settings but look like one: `SITE_ULR`
 */
export function mistypedSettings(
  sections: z.ZodRawShape,
  env: Environment,
): { name: string; nearest: string }[] {
  const known = variablesOf(z.object(sections));
  return Object.keys(env).flatMap((name) => {
    const nearest = name.length < SHORTEST_MISTYPED ? undefined : closest(name, known);
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}

/** @returns all variables, with those that name the files of secrets. */
function variablesOf(schema: z.core.$ZodType): string[] {
  const setting = settingOf(schema);
  if (!setting) return Object.values(fieldsOf(schema)).flatMap(variablesOf);
  return setting.secret ? [setting.variable, secretFileOf(setting.variable)] : [setting.variable];
}

/** @returns the secrets that files hold, by variable, and the defects of these files. */
function readSecrets(schema: z.core.$ZodType, env: Environment) {
  const values: Environment = {};
  const issues: SettingsIssue[] = [];
  const read = (field: z.core.$ZodType): void => {
    const setting = settingOf(field);
    if (!setting) return Object.values(fieldsOf(field)).forEach(read);
    const { variable, secret } = setting;
    const file = secret && env[secretFileOf(variable)]?.trim();
    if (!file) return;
    const content = env[variable]?.trim() ? { message: `is set beside ${variable}` } : secretOfFile(file);
    if (content.message === undefined) values[variable] = content.value;
    else issues.push(settingIssue(field, secretFileOf(variable), content.message));
  };
  read(schema);
  return { values, issues };
}

/** @returns `PORT: must be a port number (0 to 65535). … (GW_SETTING_INVALID)` */
export function describeIssue({ code, name, reason, fix }: SettingsIssue): string {
  return `${name}: ${reason}. ${fix} (${code})`;
}

function inputOf(schema: z.core.$ZodType, env: Environment): unknown {
  const setting = settingOf(schema);
  if (!setting)
    return Object.fromEntries(
      Object.entries(fieldsOf(schema)).map(([key, field]) => [key, inputOf(field, env)]),
    );
  const text = env[setting.variable];
  if (text === undefined || text.trim() === '') return undefined;
  return setting.file ? { file: text, env } : text;
}

/** @param secrets that files hold. */
function issueOf(schema: z.core.$ZodType, issue: z.core.$ZodIssue, secrets: Environment): SettingsIssue {
  let at = schema;
  const path = [...issue.path];
  while (!settingOf(at)) at = fieldsOf(at)[String(path.shift())]!;
  const { variable } = settingOf(at)!;
  const reason = path.length > 0 ? `${path.join('.')}: ${issue.message}` : issue.message;
  return settingIssue(at, variable in secrets ? secretFileOf(variable) : variable, reason);
}

function settingIssue(at: z.core.$ZodType, name: string, reason: string): SettingsIssue {
  const { fix, unset } = settingOf(at)!;
  const initial = unset ?? defaultOf(at);
  const error = gatewayErrors.SETTING_INVALID({
    name,
    reason,
    fix: fix ?? `Correct it, or leave it out${!initial ? '' : ` for the default (${initial})`}.`,
  });
  return { code: error.code, name, reason, fix: error.fix };
}

/** @returns the default as an operator would write it; undefined when there is none. */
export function defaultOf(setting: z.core.$ZodType): string | undefined {
  return setting instanceof z.ZodPrefault || setting instanceof z.ZodDefault
    ? String(setting.def.defaultValue)
    : undefined;
}
