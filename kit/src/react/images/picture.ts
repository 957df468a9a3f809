// oxlint-disable-next-line typescript/triple-slash-reference -- it declares global types and is not a module
/// <reference path="../build.d.ts" preserve="true" />

/**
 * An imported image (`import photo from './photo.jpg'`). A loader can return it. Converted to a string it is its
 * address, so `<img src={photo}>` works too.
 */
export interface Picture {
  /** Address of the version for all browsers. */
  src: string;
  /** Size of that version, in pixels. */
  width: number;
  height: number;
  /** A few pixels, as a `data:` URL, shown until the image has loaded; absent for drawings and transparent images. */
  placeholder?: string;
  /** Versions by format, the smallest files first; empty for drawings and in a development build. */
  sources: PictureSource[];
}

export interface PictureSource {
  /** Media type. */
  type: string;
  /** Address and width of each size. */
  srcSet: string;
}

declare module 'react' {
  /** React's extension point for the types of `src` of an `<img>`: adds imported images. */
  interface DO_NOT_USE_OR_YOU_WILL_BE_FIRED_EXPERIMENTAL_IMG_SRC_TYPES {
    picture: Picture;
  }
}
