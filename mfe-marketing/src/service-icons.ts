/**
 * The icons that a service may name. They are literals, so that the build of the browser scripts includes them and no
 * page requests an icon.
 */
export const SERVICE_ICONS = [
  'lucide:globe',
  'lucide:radio-tower',
  'lucide:smartphone',
  'lucide:bot',
  'lucide:network',
  'lucide:git-branch',
  'lucide:brain-circuit',
] as const;
