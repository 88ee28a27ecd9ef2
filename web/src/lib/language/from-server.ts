let translate: (sentence: string) => string = (sentence) => sentence

/** A sentence of the server, or of the contracts' checks, in the language of the page; one that is not known there as it came. */
export const fromServer = (sentence: string): string => translate(sentence)

/** For the language of the page, once. */
export const translateServer = (by: typeof translate): void => {
  translate = by
}
