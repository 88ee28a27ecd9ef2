/**
 * Whether a key belongs to an input method that composes a word: it ends or moves in that word, and means nothing to us. Safari tells the
 * key that ends one by its code alone.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229
