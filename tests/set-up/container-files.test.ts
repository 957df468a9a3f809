import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  networks: string[] | Record<string, unknown>;
  environment?: Record<string, string>;
  build?: { args?: Record<string, string> };
  cpus?: string;
  mem_limit?: string;
  deploy?: { resources: { limits: Record<string, string> } };
}

interface Network {
  internal?: boolean;
  ipam?: { config: { subnet: string }[] };
}

const root = path.resolve(import.meta.dirname, '../..');
const FILES = ['docker-compose.yml', 'docker-stack.yml'].map((name) => {
  const text = readFileSync(path.join(root, name), 'utf8');
  const { services, networks } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    networks: Record<string, Network | null>;
  };
  return { name, services, networks };
});

const networksOf = ({ networks }: Service): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks);

/** @returns the default of `${NAME:-default}`. */
const defaultOf = (text = ''): string => /^\$\{\w+:-(.*)\}$/.exec(text)?.[1] ?? text;

describe.each(FILES)('$name', ({ services, networks }) => {
  const each = Object.entries(services);

  test.each(each)(
    '%s has a read-only file system, no capabilities and no new privileges',
    (name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      // The ports 80 and 443.
      expect(service.cap_add).toEqual(name === 'front' ? ['NET_BIND_SERVICE'] : undefined);
    },
  );

  test.each(each)('%s has limits of CPU and memory', (_, { cpus, mem_limit: memory, deploy }) => {
    const { limits } = deploy?.resources ?? { limits: { cpus, memory } };
    expect(limits).toMatchObject({ cpus: expect.any(String), memory: expect.any(String) });
  });

  test('the gateway trusts one network, which contains only the front and the gateway', () => {
    const trusted = defaultOf(services['gateway']!.environment!['TRUST_PROXY']);
    const names = Object.keys(networks).filter((name) =>
      networks[name]?.ipam?.config.some(({ subnet }) => defaultOf(subnet) === trusted),
    );
    expect(names).toEqual(['front']);
    expect(networks['front']!.internal).toBe(true);
    const members = each.filter(([, service]) => networksOf(service).includes('front'));
    expect(members.map(([name]) => name)).toEqual(['gateway', 'front']);
    // The front reaches the gateway in no other network, so its requests come from this one.
    const shared = networksOf(services['front']!).filter((name) =>
      networksOf(services['gateway']!).includes(name),
    );
    expect(shared).toEqual(['front']);
  });
});

test('each image of the compose file is built on BASE_IMAGE, which can be pinned by its digest', () => {
  const base = /^ARG BASE_IMAGE=(.+)$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))![1];
  const built = Object.values(FILES[0]!.services).flatMap(({ build }) => (build ? [build] : []));
  expect(built.length).toBe(5);
  for (const { args } of built) expect(args?.['BASE_IMAGE']).toBe(`\${BASE_IMAGE:-${base}}`);
});
