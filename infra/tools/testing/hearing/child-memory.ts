import { existsSync, readFileSync } from 'node:fs'
import { childrenOf } from './cpu-seconds.ts'

/** The most memory that any living child of this process has held at once, in bytes. Zero where there is no `/proc` (Linux has one). */
export function maxChildRssBytes(): number {
  if (!existsSync('/proc/self/stat')) return 0
  return Math.max(0, ...childrenOf(process.pid).map(peakOf)) * 1024
}

/** In kB; zero of a child that ends at this moment. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
