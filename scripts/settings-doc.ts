import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configSchema } from '../gateway/src/platform/settings/config.ts';
import {
  defaultOf,
  fieldsOf,
  secretFileOf,
  settingOf,
} from '../gateway/src/platform/settings/parse-settings.ts';
import { enquirySettings } from '../enquiries/src/settings.ts';
import { root } from './apps.ts';

/** Settings that belong together. */
export interface DocumentedSection {
  title: string;
  settings: DocumentedSetting[];
}

export interface DocumentedSetting {
  variable: string;
  /** In Markdown. */
  description: string;
  /** The default value; undefined when there is none. */
  value: string | undefined;
  /** The default in words, in Markdown. */
  words: string;
  /** The variable that names a file with the value, where there is one. */
  fileVariable?: string;
}

type Schema = Parameters<typeof fieldsOf>[0];

const OPERATIONS = path.join(root, 'docs', 'operations.md');
const EXAMPLE = path.join(root, '.env.example');
const STACK = path.join(root, 'docker-stack.yml');
const BEGIN =
  '<!-- Written by `npm run settings-doc` from the schemas of the settings; a test keeps it current. -->\n';
const END = '<!-- End of the settings. -->\n';
const STACK_BEGIN =
  '      # Every other setting. Written by `npm run settings-doc`; a test keeps it current.\n';
const STACK_END = '      # End of the settings.\n';
const WIDTH = 120;
const EXAMPLE_HEAD = `# Every setting, with its default: docs/operations.md. Set it in the environment of \`npm start\`; for containers copy this file to .env.
# An empty value is the default. Written by \`npm run settings-doc\`; a test keeps it current.
`;

/** @returns every setting of the gateway's program, in the order of its schemas. */
export function documentedSections(): DocumentedSection[] {
  return [...Object.values(fieldsOf(configSchema)), enquirySettings].map((section: Schema) => ({
    title: (section as typeof enquirySettings).meta()!.title!,
    settings: Object.values(fieldsOf(section)).map((field) => {
      const { variable, description, unset, secret } = settingOf(field)!;
      const value = unset === undefined ? defaultOf(field) || undefined : undefined;
      const fileVariable = secret && secretFileOf(variable);
      return {
        variable,
        description: fileVariable
          ? `${description} Or \`${fileVariable}\`: a file that has it.`
          : description,
        value,
        words: unset ?? (value === undefined ? 'none' : `\`${value}\``),
        ...(fileVariable && { fileVariable }),
      };
    }),
  }));
}

/** @param text of docs/operations.md. @returns the text with the tables of the settings. */
export function operationsDocument(text: string, sections: DocumentedSection[]): string {
  const tables = sections.map(
    ({ title, settings }) =>
      `**${title}**\n\n${table([
        ['Setting', 'Default', 'Description'],
        ...settings.map(({ variable, words, description }) => [`\`${variable}\``, words, description]),
      ])}`,
  );
  const [before, after] = [text.split(BEGIN)[0]!, text.split(END)[1]!];
  return `${before}${BEGIN}\n${tables.join('\n')}\n${END}${after}`;
}

/** @returns the text of .env.example. */
export function exampleDocument(sections: DocumentedSection[]): string {
  const texts = sections.map(
    ({ title, settings }) => `# --- ${title} ---\n\n${settings.map(exampleOf).join('\n')}`,
  );
  return [EXAMPLE_HEAD, ...texts].join('\n');
}

/** Settings that have no meaning in containers: sockets of the machine, development, the packages of the image. */
export const OUTSIDE_CONTAINERS = [
  'LISTEN_FDS',
  'OPERATIONS_SOCKET',
  'PACKAGES_DIR',
  'DEV',
  'LAUNCH_EDITOR',
  'DEV_PERSONAL',
];

/** @param text of docker-stack.yml. @returns the text with a line for each setting that it does not set itself. */
export function stackDocument(text: string, sections: DocumentedSection[]): string {
  const [before, rest] = text.split(STACK_BEGIN) as [string, string];
  const [, after] = rest.split(STACK_END) as [string, string];
  const own = new Set([...before.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name!));
  const lines = sections
    .flatMap(({ settings }) => settings)
    .filter(({ variable }) => !own.has(variable) && !OUTSIDE_CONTAINERS.includes(variable))
    .flatMap(({ variable, fileVariable }) => [variable, ...(fileVariable ? [fileVariable] : [])])
    .filter((name) => !own.has(name) && !own.has(`${name}_FILE`))
    .map((name) => `      ${name}: \${${name}:-}\n`);
  return `${before}${STACK_BEGIN}${lines.join('')}${STACK_END}${after}`;
}

function exampleOf({ variable, description, value, words, fileVariable }: DocumentedSetting): string {
  const told = value === undefined ? `${description} Default: ${words}.` : description;
  const plain = told.replace(/\[([^\]]+)\]\((?:#[^)]*|([^)#]+)[^)]*)\)/g, (_, name: string, file?: string) =>
    file ? `docs/${file}` : `docs/operations.md, ${name}`,
  );
  const quoted = value?.includes(' ') ? `"${value}"` : (value ?? '');
  const inFile = fileVariable ? `${fileVariable}=\n` : '';
  return `${comment(plain.replaceAll('`', ''))}\n${variable}=${quoted}\n${inFile}`;
}

/** @returns the text in lines that begin with `# `. */
function comment(text: string): string {
  const lines: string[] = ['#'];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length >= WIDTH) lines.push('#');
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines.join('\n');
}

/** @returns a table in Markdown, as the formatter writes it. */
function table(rows: string[][]): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = escaped[0]!.map((_, column) => Math.max(...escaped.map((row) => row[column]!.length)));
  const lines = escaped.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`;
  return [lines[0], rule, ...lines.slice(1)].join('');
}

if (import.meta.main) {
  const sections = documentedSections();
  writeFileSync(OPERATIONS, operationsDocument(readFileSync(OPERATIONS, 'utf8'), sections));
  writeFileSync(EXAMPLE, exampleDocument(sections));
  writeFileSync(STACK, stackDocument(readFileSync(STACK, 'utf8'), sections));
  console.log('settings-doc: wrote docs/operations.md, .env.example and docker-stack.yml');
}
