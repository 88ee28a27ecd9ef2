/** Path of a work's podcast. */
export const feedPathOf = (secret: string): string => `/feeds/${secret}/feed.xml`
