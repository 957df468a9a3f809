import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { z } from 'zod';

/** A setting that names a file, as `parseSettings` passes it on: `.meta({ file: true })`. */
export interface NamedFile {
  file: string;
  /** Values for the secrets in the file, as `process.env`. */
  env: Record<string, string | undefined>;
}

interface Defect {
  path: PropertyKey[];
  message: string;
}

/** Loaded by the first file: most gateways have none, and the package takes 30 ms. */
const yaml = () => createRequire(import.meta.url)('yaml') as typeof Yaml;

const SECRET = /\$\{([^}]*)\}/g;
const FILE = 'file:';
const NAME = /^[A-Za-z_]\w*$/;

/**
 * A setting that names a YAML file. Every text in the file may have secrets from elsewhere: `${NAME}` of the
 * environment and `${file:/run/secrets/name}`, the content of a file without its last line break.
 * @param content schema of the document. A defect that it reports must not repeat a text: the text may be a secret.
 */
export function settingsFile<Content extends z.ZodType>(content: Content) {
  return z.custom<NamedFile>().transform(({ file, env }, context): z.infer<Content> => {
    const report = ({ path, message }: Defect) => context.addIssue({ code: 'custom', path, message });
    try {
      const document = yaml().parseDocument(readFileSync(file, 'utf8'));
      if (document.errors[0]) throw document.errors[0];
      const defects = fillSecrets(document, env);
      const parsed = content.safeParse(document.toJS({ maxAliasCount: 10 }) ?? {});
      const missing = new Set(defects.map(({ path }) => path.join('.')));
      const wrong = (parsed.error?.issues ?? []).filter(({ path }) => !missing.has(path.join('.')));
      [...defects, ...wrong.map((issue) => ({ path: issue.path, message: reasonOf(issue) }))].forEach(report);
      return parsed.data as z.infer<Content>;
    } catch (error) {
      report({ path: [], message: fileDefect(file, error as NodeJS.ErrnoException) });
      return z.NEVER;
    }
  });
}

function fileDefect(file: string, { syscall, code, message }: NodeJS.ErrnoException): string {
  return syscall ? `the file ${file} cannot be read (${code})` : message.split('\n')[0]!;
}

/** zod reports of a record's key that it is invalid, and nests the reason. */
function reasonOf(issue: z.core.$ZodIssue): string {
  return (issue.code === 'invalid_key' && issue.issues[0]?.message) || issue.message;
}

/** @returns a defect for each secret that is missing, by its name. */
function fillSecrets(document: Yaml.Document.Parsed, env: NamedFile['env']): Defect[] {
  const defects: Defect[] = [];
  const { isPair, visit } = yaml();
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string') return;
      const keys = ancestors.filter(isPair).map((pair) => String(pair.key));
      const path = typeof key === 'number' ? [...keys, key] : keys;
      node.value = node.value.replace(SECRET, (_, place: string) => {
        const secret = place.startsWith(FILE) ? secretOfFile(place.slice(FILE.length)) : secretOf(place, env);
        if (secret.message !== undefined) defects.push({ path, message: secret.message });
        return secret.value ?? '';
      });
    },
  });
  return defects;
}

interface Secret {
  value?: string;
  /** Why there is no value. */
  message?: string;
}

function secretOf(name: string, env: NamedFile['env']): Secret {
  if (!NAME.test(name)) return { message: `\${${name}} is not the name of a variable` };
  const value = env[name];
  return value ? { value } : { message: `${name} is not set` };
}

/** @returns the content of a file without its last line break, or why there is none; never a part of the content. */
export function secretOfFile(file: string): Secret {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return value ? { value } : { message: `the file ${file} is empty` };
  } catch (error) {
    return { message: fileDefect(file, error as NodeJS.ErrnoException) };
  }
}
