/** The largest counter of the first level: half of it, on average, takes some 0.3 s on a desktop and 0.5 s on a phone. */
const maxCounter = 300
/** Sign-ups of a network in an hour until the work is doubled, and how often it is: half a minute at most. */
const [signUpsPerLevel, maxLevel] = [3, 6]

/** @param past sign-ups of the network in this hour that owed a proof */
export const levelOf = (past: number): number => Math.min(maxLevel, Math.floor(past / signUpsPerLevel))

export const maxCounterOf = (level: number): number => maxCounter * 2 ** level
