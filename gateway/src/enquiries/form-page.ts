import { type FormContract, SENT_PARAMETER } from '@voltframe/kit/contract/forms/form-contract';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * @param values what was posted, checked or not.
 * @returns path of the page that a post is about: `/careers/engineer`. Undefined when the form is on any page, or when
 *   a value that names the page is none.
 */
export function formPage(form: FormContract, values: Record<string, unknown>): string | undefined {
  const segments = form.page?.split('/').map((segment) => {
    const field = form.fields.find(({ parameter }) => segment === `:${parameter}`);
    return field ? slugOf(values[field.name], field.max) : segment;
  });
  return segments?.includes(undefined) ? undefined : segments?.join('/');
}

function slugOf(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value.length <= max && SLUG.test(value) ? value : undefined;
}

/** @returns where a form is when no post says on which page: its pattern up to the first parameter, or the home page. */
export function formHome({ page }: FormContract): string {
  const [start = ''] = (page ?? '/').split('/:', 1);
  return start || '/';
}

/** @returns where a post without JavaScript leads once it is kept. @param values the checked ones. */
export function thanksPath(form: FormContract, values: Record<string, unknown>): string {
  const path = formPage(form, values);
  return path === undefined ? SUBSCRIPTION_SENT : `${path}?${SENT_PARAMETER}=1`;
}

/** The gateway's own page: a subscription is on any page, and none of them is made to show its thanks. */
export const SUBSCRIPTION_SENT = '/subscribe/sent';
