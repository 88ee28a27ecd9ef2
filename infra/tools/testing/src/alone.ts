/** A worker's slot that nobody else waits for. */
export const slotAlone = { pass: async () => {}, leave: () => {}, heldMs: () => 0 }

/** The turns of a step that nobody else waits for. */
export const turnsAlone = {
  pass: slotAlone.pass,
  leaveSlot: slotAlone.leave,
  waited: <Result>(wait: Promise<Result>) => wait,
  onKept: () => {},
  heldMs: slotAlone.heldMs,
}
