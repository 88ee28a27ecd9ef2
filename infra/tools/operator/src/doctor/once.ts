import type { Examined } from './examined.ts'

/** An answer that several checks of one examination need, and that is asked for once. */
export function once<T>(ask: (examined: Examined) => Promise<T>): (examined: Examined) => Promise<T> {
  const asked = new WeakMap<Examined, Promise<T>>()
  return (examined) => {
    const answer = asked.get(examined) ?? ask(examined)
    asked.set(examined, answer)
    return answer
  }
}
