/** The vendors that are off, as this process last read it. */
export type WatchedSwitches = {
  isOff(vendor: string): boolean
  /** Reads it again; what was known stays while it cannot be read. */
  look(): Promise<void>
}

/** Every call asks whether its vendor is off, which must not be a question to the database each. */
export function watchSwitches(read: () => Promise<ReadonlyMap<string, unknown>>): WatchedSwitches {
  let off: ReadonlyMap<string, unknown> = new Map()
  return {
    isOff: (vendor) => off.has(vendor),
    async look() {
      off = await read()
    },
  }
}
