import type { ScreenState } from './screen-state.ts'

/** States of usage, referrals and settings. */
export const usageStates: ScreenState[] = []
