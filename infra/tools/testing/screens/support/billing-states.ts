import type { ScreenState } from './screen-state.ts'

/** States of prices, the subscription and its changes. */
export const billingStates: ScreenState[] = []
