import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import type { LoaderContext } from '@voltframe/kit/contract/page/page-server';
import type { Role } from './content-schemas.ts';

/** A role as pages show it. Content lists omit `html`. */
export type OpenRole = Pick<
  Role,
  'slug' | 'title' | 'team' | 'place' | 'type' | 'summary' | 'html' | 'card'
> & {
  /** From the content: not a vacancy, and every page that shows the role says so. */
  sample: boolean;
};

export type ListedRole = Pick<OpenRole, 'slug' | 'title' | 'team' | 'place' | 'type' | 'sample'>;

type Source = Pick<LoaderContext, 'content' | 'upstream'>;

/** A role in the response of the upstream `roles`. */
interface AnsweredRole extends Record<(typeof TEXTS)[number], string> {
  /** Plain text. */
  paragraphs: string[];
  place?: string;
}

const TEXTS = ['slug', 'title', 'team', 'type', 'summary'] as const;

/** The roles of the upstream `roles` if the operator has configured it, else the samples of the content. */
export async function openRoles({ content, upstream }: Source): Promise<OpenRole[]> {
  return (await answeredRoles(upstream)) ?? (await content.list<Role>('roles')).map(asSample);
}

/** @returns the open roles, only with the fields that a list shows */
export async function listedRoles(source: Source): Promise<ListedRole[]> {
  const roles = await openRoles(source);
  return roles.map(({ slug, title, team, place, type, sample }) => ({
    slug,
    title,
    team,
    ...(place && { place }),
    type,
    sample,
  }));
}

export async function openRole({ content, upstream }: Source, slug: string): Promise<OpenRole | undefined> {
  const roles = await answeredRoles(upstream);
  if (roles) return roles.find((role) => role.slug === slug);
  const role = await content.entry<Role>('roles', slug);
  return role && asSample(role);
}

function asSample(role: Role): OpenRole {
  return { ...role, sample: true };
}

async function answeredRoles(upstream: Source['upstream']): Promise<OpenRole[] | undefined> {
  try {
    const answer = await upstream('roles').get('/roles', { revalidate: 300, tags: ['roles'] });
    const roles: unknown = answer.json();
    if (!answer.ok || !Array.isArray(roles) || !roles.every(isRole))
      throw new Error('The upstream "roles" answered /roles with a body that is not a list of roles');
    // Fields are copied by name, because further fields of the upstream are not for visitors.
    return roles.map(({ slug, title, team, place, type, summary, paragraphs }) => ({
      slug,
      title,
      team,
      ...(place && { place }),
      type,
      summary,
      sample: false,
      html: paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n'),
    }));
  } catch (error) {
    if ((error as { code?: string }).code === 'UPSTREAM_UNKNOWN') return undefined;
    throw error;
  }
}

function isRole(value: unknown): value is AnsweredRole {
  if (typeof value !== 'object' || value === null) return false;
  const role = value as Partial<Record<string, unknown>>;
  const hasTexts = TEXTS.every((name) => typeof role[name] === 'string' && role[name] !== '');
  const { slug, paragraphs, place = '' } = role;
  const hasParagraphs = Array.isArray(paragraphs) && paragraphs.every((text) => typeof text === 'string');
  return (
    hasTexts && hasParagraphs && typeof place === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(String(slug))
  );
}
