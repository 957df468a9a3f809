import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import { HEADER_ACTION } from './brand.ts';
import { useHeaderLink } from './frame-context.ts';

/** The header's button, in the bar and in the small-screen menu. It has the target of the link of its place. */
export function HeaderAction({ className }: { className: string | undefined }): ReactElement | undefined {
  const target = useHeaderLink(HEADER_ACTION.place);
  return (
    target && (
      <Link to={target.path} className={className}>
        {HEADER_ACTION.label}
      </Link>
    )
  );
}
