/** Less than jobs waits, so that the worker's own report comes first: without one jobs assumes a dead worker. */
const shorterMs = 2_000

/** The time limit of a text without any progress, in ms: 60 s, and 20 s for each started 1,000 characters. */
export const speechLimitMs = (text: string): number => 60_000 + Math.ceil(text.length / 1_000) * 20_000 - shorterMs
