/** Less than jobs waits, so that the worker's own report comes first: without one jobs assumes a dead worker. */
const shorterMs = 2_000

/** Plain words take 0.07 s a character, figures up to 0.3 s; letters and signs that a voice names one by one take a second. */
const secondsPerCharacter = 0.4
const moreSeconds = 60

/** The longest sound of a text, in seconds: what holds a voice for longer than any words of that length is not spoken to its end. */
export const maxSoundSeconds = (text: string): number => moreSeconds + secondsPerCharacter * text.length

/** The time limit of a text without any progress, in ms: 60 s, and 20 s for each started 1,000 characters. */
export const speechLimitMs = (text: string): number => 60_000 + Math.ceil(text.length / 1_000) * 20_000 - shorterMs
