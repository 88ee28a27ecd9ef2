/** Less than jobs waits, so that the worker's own word comes first: jobs would take its silence for a dead worker. */
const shorterMs = 2_000

/** How long a text may take without any progress: 60 s, and 20 s for each 1,000 characters begun. In ms. */
export const speechLimitMs = (text: string): number => 60_000 + Math.ceil(text.length / 1_000) * 20_000 - shorterMs
