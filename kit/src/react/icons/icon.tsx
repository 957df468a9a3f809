import { type ReactElement, useEffect, useSyncExternalStore } from 'react';
import { findRegisteredIcon, subscribeToIcons } from './icon-registry.ts';
import type { SiteIcon } from '../../contract/page/site-types.ts';
import { usePlatform } from '../platform.ts';

export interface IconProps {
  /** `collection:name`, as at https://icon-sets.iconify.design: `lucide:arrow-right`. */
  name: SiteIcon;
  /** Pixels, or any CSS length. Default: `1em`. */
  size?: number | string;
  className?: string | undefined;
  /** The text alternative; without a label the icon is decorative. */
  label?: string;
}

/** An icon as inline SVG. Icons that neither the sources nor the content of the app name are fetched. */
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
