/**
 * Reports to the person who started Utter. Any function that takes a sentence will do; one that can redraw a line
 * (a terminal) also has `progress`: the present state of one long task by its key, removed when the text is undefined.
 */
export type Report = {
  (sentence: string): void
  progress?: (key: string, text: string | undefined) => void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Sentences on lines of their own; on a terminal, the running tasks share one line at the bottom with a spinner. */
export function reportOn(out: NodeJS.WriteStream): Report {
  if (!out.isTTY) return (sentence) => void out.write(`${sentence}\n`)
  const tasks = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let turn = 0

  const wipe = () => out.write('\r\x1b[K')
  const draw = () => {
    if (tasks.size === 0) return
    turn = (turn + 1) % frames.length
    // A line longer than the terminal would wrap, and \r could not take it back.
    out.write(`\r\x1b[K${`${frames[turn]} ${[...tasks.values()].join(' · ')}`.slice(0, (out.columns || 80) - 1)}`)
  }

  const report: Report = (sentence) => {
    if (tasks.size > 0) wipe()
    out.write(`${sentence}\n`)
    draw()
  }
  report.progress = (key, text) => {
    if (text === undefined) tasks.delete(key)
    else tasks.set(key, text)
    if (tasks.size > 0) {
      timer ??= setInterval(draw, 120).unref()
      draw()
    } else if (timer) {
      clearInterval(timer)
      timer = undefined
      wipe()
    }
  }
  return report
}
