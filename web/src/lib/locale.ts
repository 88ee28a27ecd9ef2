/** The language of the interface, for all numbers and times. */
export const locale = 'en'
