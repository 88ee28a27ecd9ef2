import { readFile } from 'node:fs/promises'

const lookEveryMs = 200
/** The size of a page of memory on all usual kinds of Linux, in which it counts. */
const pageBytes = 4_096

/**
 * Calls `exceeded` once a process holds more memory than `maxBytes`: native code that is at work says nothing of it by itself. Without `/proc`
 * (Linux has one) it is never called.
 * @param isAtWork while it is not, nothing is read
 * @returns ends the watch
 */
export function watchMemory(
  pid: number,
  maxBytes: number,
  { isAtWork, exceeded }: { isAtWork: () => boolean; exceeded: () => void },
): () => void {
  const timer = setInterval(async () => {
    if (!isAtWork()) return
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
    if (Number(statm.split(' ')[1] ?? 0) * pageBytes > maxBytes) exceeded()
  }, lookEveryMs).unref()
  return () => clearInterval(timer)
}
