import type { State } from '../store/state.ts'

export type Clock = ReturnType<typeof createClock>

/** The machine's time, moved forward by what the clock was advanced; while past time is played, the time of the step that is played. */
export function createClock(state: State) {
  let heldMs: number | undefined
  const presentMs = () => Date.now() + state.clockAheadMs
  return {
    nowMs: () => heldMs ?? presentMs(),
    /** Whole seconds, as Stripe counts. */
    now: () => Math.floor((heldMs ?? presentMs()) / 1000),
    /** The time that is to be played up to, also while a step before it is played. */
    presentMs,
    advanceTo(seconds: number): void {
      state.clockAheadMs = Math.max(state.clockAheadMs, seconds * 1000 - Date.now())
    },
    heldMs: () => heldMs,
    hold(ms: number | undefined): void {
      heldMs = ms
    },
  }
}
