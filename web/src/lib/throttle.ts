/** Runs at once, then at most once in `pauseMs`; a call within the pause runs at its end. */
export function throttle(run: () => void, pauseMs: number): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const rest = () => {
    timer = undefined
    if (!isWanted) return
    isWanted = false
    start()
  }
  const start = () => {
    timer = setTimeout(rest, pauseMs)
    run()
  }
  return {
    call: () => {
      if (timer) isWanted = true
      else start()
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      isWanted = false
    },
  }
}
