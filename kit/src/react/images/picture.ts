// oxlint-disable-next-line typescript/triple-slash-reference -- what it declares is global, and it is no module
/// <reference path="./images.d.ts" preserve="true" />

/**
 * What importing an image gives (`import photo from './photo.jpg'`): data that a loader may return as well. Written out
 * as text it is its address, so a plain `<img src={photo}>` shows it too.
 */
export interface Picture {
  /** Address of the version that every browser shows. */
  src: string;
  /** Of that version, in pixels. */
  width: number;
  height: number;
  /**
   * A few pixels of it, as a `data:` address, shown until it has loaded; absent for drawings and transparent images.
   */
  placeholder?: string;
  /** Its versions by format, the smallest files first: none of drawings, and none in a development build. */
  sources: PictureSource[];
}

export interface PictureSource {
  /** Media type. */
  type: string;
  /** Address and width of each size. */
  srcSet: string;
}

declare module 'react' {
  /** The place in React's types for what an `<img>` can show besides an address: here what importing an image gave. */
  interface DO_NOT_USE_OR_YOU_WILL_BE_FIRED_EXPERIMENTAL_IMG_SRC_TYPES {
    picture: Picture;
  }
}
