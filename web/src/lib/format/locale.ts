/** The language of the interface, for the formats of Intl. */
export const locale = 'en'
