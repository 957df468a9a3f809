import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';

const LABELS: ReadonlyMap<string, string> = new Map(SERVICE_LABELS.map(({ slug, label }) => [slug, label]));

/** A tag as a reader sees it: a service by its name (`devops-ci-cd` → `DevOps CI/CD`), others in words. */
export function tagLabel(tag: string): string {
  const words = tag.replaceAll('-', ' ');
  return LABELS.get(tag) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The topic of the contact form that a post with these tags belongs to: its first tag that is a service. */
export function contactTopic(tags: readonly string[]): string {
  return tags.map((tag) => LABELS.get(tag)).find((label) => label !== undefined) ?? 'Something else';
}
