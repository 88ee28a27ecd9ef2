/** Headers of a podcast's answers: its address is a secret, which no other page and no search engine is told. */
export const feedHeaders = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  // A player may be a page of another site.
  'cross-origin-resource-policy': 'cross-origin',
} as const
