import * as z from 'zod/mini'

/**
 * The sentence of a fault whose schema has none of its own; the place that shows it says it in ours. A library that loads the whole of Zod
 * brings another, for the whole process.
 */
export const plainSentence = 'Invalid input'

z.config({ customError: () => plainSentence })
