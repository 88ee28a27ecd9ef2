/** Headers of the answers at an address that is a secret, which no other page and no search engine is told. */
export const linkHeaders = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
} as const

/** The same of a podcast, whose player may be a page of another site. */
export const feedHeaders = { ...linkHeaders, 'cross-origin-resource-policy': 'cross-origin' } as const
