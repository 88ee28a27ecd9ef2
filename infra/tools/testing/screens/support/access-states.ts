import type { ScreenState } from './screen-state.ts'

/** States of keys, profile, security, the audit log, deletion, log-in and sign-up. */
export const accessStates: ScreenState[] = []
