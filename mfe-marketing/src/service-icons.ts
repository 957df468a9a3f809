/**
 * The icons that a service may name. Written out in code so that the browser's build finds them too and no page asks
 * for an icon.
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
