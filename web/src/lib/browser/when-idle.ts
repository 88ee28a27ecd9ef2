/** Runs the act while the browser has nothing else to do, after 10 s in any case. */
export const whenIdle = (act: () => void): unknown =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(act, { timeout: 10_000 }) : setTimeout(act, 200)
