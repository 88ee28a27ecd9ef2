/** How a vendor is called: when there is room for one more call, and not at all while it is away. */
export type VendorPace = <Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>

export const freely: VendorPace = (call, signal) => call(signal)
