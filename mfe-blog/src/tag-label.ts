import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';

const LABELS: ReadonlyMap<string, string> = new Map(SERVICE_LABELS.map(({ slug, label }) => [slug, label]));

/** The visible text of a tag: the label of a service (`devops-ci-cd` → `DevOps CI/CD`), else the words of the tag. */
export function tagLabel(tag: string): string {
  const words = tag.replaceAll('-', ' ');
  return LABELS.get(tag) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
