import { fileURLToPath } from 'node:url'

/** Variables of a replica whose clock is off. @param ms ahead of ours; behind it when negative */
export const clockOff = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('./shifted-date.ts', import.meta.url))}`,
  CLOCK_SHIFT_MS: String(ms),
})
