// What importing an image gives. Apps have it by importing '@voltframe/kit/react'.
declare module '*.jpg' {
  const picture: import('../contract/page/picture.ts').Picture;
  export default picture;
}
declare module '*.jpeg' {
  const picture: import('../contract/page/picture.ts').Picture;
  export default picture;
}
declare module '*.png' {
  const picture: import('../contract/page/picture.ts').Picture;
  export default picture;
}
declare module '*.webp' {
  const picture: import('../contract/page/picture.ts').Picture;
  export default picture;
}
declare module '*.avif' {
  const picture: import('../contract/page/picture.ts').Picture;
  export default picture;
}
declare module '*.gif' {
  const picture: import('../contract/page/picture.ts').Picture;
  export default picture;
}
declare module '*.svg' {
  const picture: import('../contract/page/picture.ts').Picture;
  export default picture;
}
/** The address of the file as it is. */
declare module '*?url' {
  const address: string;
  export default address;
}
