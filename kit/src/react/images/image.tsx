import type { ReactElement } from 'react';
import { preload } from 'react-dom';
import type { Picture } from './picture.ts';
import styles from './image.module.css';

export interface ImageProps {
  /** The imported image, or one that a loader returned. */
  src: Picture;
  /** The text alternative; '' for a decorative image. */
  alt: string;
  /** The width of the image for each width of the window: `(min-width: 60rem) 30rem, 100vw`. Default: `100vw`. */
  sizes?: string;
  /**
   * For the most visible image of a page: it is preloaded with high priority. Other images load after the first paint,
   * when they are near the window.
   */
  priority?: boolean;
  /** Class of the frame around the picture. */
  className?: string;
}

/** A picture in the best size and format. Until it has loaded, its space shows a placeholder of a few pixels. */
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

/** On the server React writes the preload before the HTML, and the renderer moves it into the head. */
function preloadPicture({ src, sources: [best] }: Picture, sizes: string): void {
  preload(src, {
    as: 'image',
    fetchPriority: 'high',
    ...(best && { imageSrcSet: best.srcSet, imageSizes: sizes, type: best.type }),
  });
}
