/** Seconds before try `n` (from 0): 1, 2, 4 … 30. */
export const backoffSeconds = (tries: number): number => Math.min(2 ** tries, 30)
