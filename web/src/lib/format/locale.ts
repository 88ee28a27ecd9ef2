import { catalog } from '../language/words.ts'

/** The language of the interface, for the formats of Intl. */
export const locale = (): string => catalog.locale
