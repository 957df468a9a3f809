import { describe, expect, it } from 'vitest';
import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';
import { project, service } from '../src/content-schemas.ts';
import { SERVICE_ICONS } from '../src/service-icons.ts';

const goodService = {
  order: 1,
  label: 'Web development',
  icon: 'lucide:globe',
  summary: 'Sites.',
  delivers: ['a', 'b', 'c'],
  approach: ['a', 'b', 'c'],
  not: ['a'],
  questions: ['a'],
  note: { href: '/blog/a', label: 'a' },
};
const goodProject = {
  order: 1,
  title: 'A van',
  summary: 'Short.',
  services: ['robotics'],
  problem: 'p',
  constraint: 'c',
  approach: 'a',
  outcome: 'o',
  stack: ['Zephyr'],
};

it('accepts a service and a project', () => {
  expect(service.safeParse(goodService).success).toBe(true);
  expect(project.safeParse(goodProject).success).toBe(true);
});

describe('the schemas of services and projects', () => {
  it.each([
    ['a service with an unknown icon', service, { ...goodService, icon: 'lucide:rocket' }],
    ['a service under another name', service, { ...goodService, label: 'Websites' }],
    ['a service with an eighth place', service, { ...goodService, order: 8 }],
    ['a project of an unknown service', project, { ...goodProject, services: ['blockchain'] }],
    ['a project without an outcome', project, { ...goodProject, outcome: '' }],
  ])('refuse %s', (_, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

it('has an icon for each of the seven services', () => {
  expect(SERVICE_ICONS).toHaveLength(SERVICE_LABELS.length);
});
