import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  CONTAINER_VARIABLES,
  documentedSections,
  exampleDocument,
  operationsDocument,
  OUTSIDE_CONTAINERS,
  stackDocument,
} from '../../scripts/settings-doc.ts';
import { sourceFiles } from './source-files.ts';

const sections = documentedSections();
const settings = sections.flatMap((section) => section.settings);
const [operations, example, compose, stack] = [
  'docs/operations.md',
  '.env.example',
  'docker-compose.yml',
  'docker-stack.yml',
].map((file) => sourceFiles(file)[0]!.text);

interface GatewayService {
  environment: Record<string, unknown>;
  env_file?: unknown;
  volumes?: unknown[];
}

/** @returns the service `gateway` of a Compose or stack file. */
const gatewayOf = (text: string): GatewayService =>
  (parse(text, { merge: true }) as { services: { gateway: GatewayService } }).services.gateway;

describe('settings and their documents', () => {
  test('every setting is declared once', () => {
    const names = settings.map(({ variable }) => variable);
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('settings of developers are not in the lists of operators; CONTRIBUTING.md lists them', () => {
    const [contributing] = sourceFiles('CONTRIBUTING.md');
    for (const name of ['DEV', 'DEV_PERSONAL', 'DEVELOPMENT_BUILDS']) {
      expect(settings.map(({ variable }) => variable)).not.toContain(name);
      expect(contributing!.text).toContain(`- \`${name}\``);
    }
  });

  test.each(settings)('$variable has a description', ({ description }) => {
    expect(description).toMatch(/^.{5,}\.$/);
  });

  test('docs/operations.md and .env.example are current: otherwise run `npm run settings-doc`', () => {
    expect(operations).toBe(operationsDocument(operations!, sections));
    expect(example).toBe(exampleDocument(sections));
    expect(stack).toBe(stackDocument(stack!, sections));
  });

  test('the stack passes every setting to its gateway, directly or as a file', () => {
    const passed = Object.keys(gatewayOf(stack!).environment);
    const missing = settings.filter(
      ({ variable, fileVariable }) => !passed.includes(variable) && !passed.includes(`${fileVariable}`),
    );
    expect(missing.map(({ variable }) => variable).toSorted()).toEqual(OUTSIDE_CONTAINERS.toSorted());
    const known = settings.flatMap(({ variable, fileVariable }) => [variable, fileVariable]);
    const others = passed.filter((name) => !known.includes(name) && !name.startsWith('AWS_'));
    expect(others).toEqual(['MFE_GATEWAY']);
  });

  test('the compose file passes every setting of .env to its gateway, except those that the stack also fixes', () => {
    const { environment, env_file: file } = gatewayOf(compose!);
    expect(file).toEqual([{ path: '${ENV_FILE:-.env}', required: false }]);
    const fixed = (values: object) =>
      Object.entries(values).flatMap(([name, value]) => (String(value).includes('${') ? [] : [name]));
    expect(fixed(environment)).toEqual(['HOST', 'PORT', 'OPS_HOST', 'OPS_PORT', 'DATA_DIR']);
    const inStack = gatewayOf(stack!).environment;
    expect(Object.keys(environment).filter((name) => !(name in inStack))).toEqual([]);
  });

  test('the gateway of the stack stores its data in a volume, so that it starts while the database is unreachable', () => {
    const { environment, volumes } = gatewayOf(stack!);
    expect(volumes).toContain(`gateway:${String(environment['DATA_DIR'])}`);
    expect(parse(stack!)).toMatchObject({ volumes: { gateway: null } });
  });

  test('a copy of .env.example sets nothing, so that it overrides no default, also of a later version', () => {
    const lines = example!.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.filter((line) => !/^[A-Z_]+=$/.test(line))).toEqual([]);
  });

  test('.env.example has each variable of the compose files with its default', () => {
    const files = [...sourceFiles('docker-compose.yml'), ...sourceFiles('compose.observe.yml')];
    const used = files.flatMap(({ text }) => [...text.matchAll(/\$\{([A-Z_]+):-([^}]*)\}/g)]);
    expect(used.length).toBeGreaterThan(20);
    const known = new Map(CONTAINER_VARIABLES.map(({ variable, words }) => [variable, words]));
    const missing = used.filter(([, name, value]) => {
      const words = known.get(name!);
      if (words === undefined) return !settings.some(({ variable }) => variable === name);
      return words !== (value === '' ? 'none' : `\`${value}\``);
    });
    // ENV_FILE is the name of the file itself.
    expect(missing.map(([, name]) => name)).toEqual(['ENV_FILE']);
  });

  test('the check reports a setting that the stack does not pass', () => {
    expect(stackDocument(stack!.replace('      UPSTREAMS: ${UPSTREAMS:-}\n', ''), sections)).toBe(stack);
  });

  test('the check reports a setting that is not documented, and a different default', () => {
    const planted = { variable: 'PLANTED', description: 'A plant.', value: '1', words: '`1`' };
    const others = [
      [...sections, { title: 'Planted', settings: [planted] }],
      sections.map((section) => ({
        ...section,
        settings: section.settings.map((setting) => ({ ...setting, value: 'x', words: 'x' })),
      })),
    ];
    for (const other of others) {
      expect(operationsDocument(operations!, other)).not.toBe(operations);
      expect(exampleDocument(other)).not.toBe(example);
    }
  });
});
