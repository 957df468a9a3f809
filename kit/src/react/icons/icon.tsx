import { type ReactElement, useEffect, useSyncExternalStore } from 'react';
import { findRegisteredIcon, subscribeToIcons } from './icon-registry.ts';
import type { SiteIcon } from '../../contract/page/site-types.ts';
import { usePlatform } from '../platform.ts';

export interface IconProps {
  /** `collection:name`, as at https://icon-sets.iconify.design: `lucide:arrow-right`. */
  name: SiteIcon;
  /** Pixels, or any CSS length. Default: as large as the text around it. */
  size?: number | string;
  className?: string | undefined;
  /** What it says; without a label it is decoration. */
  label?: string;
}

/** An icon as inline SVG. Named in an app's sources or content, its drawing is in the page; else it is fetched. */
export function Icon({ name, size = '1em', className, label }: IconProps): ReactElement {
  const { loadIcon } = usePlatform();
  const find = () => findRegisteredIcon(name);
  const icon = useSyncExternalStore(subscribeToIcons, find, find);
  useEffect(() => {
    if (!icon) loadIcon(name);
  }, [icon, name, loadIcon]);
  const { body = '', width = 24, height = 24 } = icon ?? {};
  return (
    <svg
      data-icon={name}
      className={className}
      width={size}
      height={size}
      viewBox={`0 0 ${width} ${height}`}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}
