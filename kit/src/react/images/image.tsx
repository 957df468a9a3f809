import type { ReactElement } from 'react';
import { preload } from 'react-dom';
import type { Picture } from './picture.ts';
import styles from './image.module.css';

export interface ImageProps {
  /** What importing the image gave, or a loader returned. */
  src: Picture;
  /** The text alternative; '' for an image that is decoration. */
  alt: string;
  /**
   * How wide it is shown, by the width of the window: `(min-width: 60rem) 30rem, 100vw`. Default: as wide as the
   * window.
   */
  sizes?: string;
  /**
   * It is what visitors see first: asked for ahead of scripts, by the document's head too. Others are asked for when
   * they come near, and the page has painted.
   */
  priority?: boolean;
  /** Of the frame, which is as wide as what it is in, or the picture. */
  className?: string;
}

/** A picture in the size and format that fit, with its place kept free and a few pixels of it shown until it comes. */
export function Image({
  src: picture,
  alt,
  sizes = '100vw',
  priority = false,
  className = '',
}: ImageProps): ReactElement {
  const { src, width, height, placeholder, sources } = picture;
  if (priority) preloadPicture(picture, sizes);
  return (
    <span className={`${styles['frame']} ${className}`}>
      {placeholder && (
        <img className={styles['placeholder']} src={placeholder} width={width} height={height} alt="" />
      )}
      <picture>
        {sources.map((source) => (
          <source key={source.type} {...source} sizes={sizes} />
        ))}
        <img
          className={styles['picture']}
          src={src}
          width={width}
          height={height}
          alt={alt}
          decoding="async"
          {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
      </picture>
    </span>
  );
}

/** The server's renderer puts it into the document's head: in the page itself it would not hydrate. */
function preloadPicture({ src, sources: [best] }: Picture, sizes: string): void {
  preload(src, {
    as: 'image',
    fetchPriority: 'high',
    ...(best && { imageSrcSet: best.srcSet, imageSizes: sizes, type: best.type }),
  });
}
