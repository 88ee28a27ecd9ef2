import * as z from 'zod/mini'

const prefix = 'recent:'
const maxIds = 4
const Ids = z.array(z.string())

/** The ids that were used last in this browser, newest first, at most 4. */
export function readRecent(name: string): string[] {
  try {
    return Ids.parse(JSON.parse(localStorage.getItem(prefix + name) ?? '[]')).slice(0, maxIds)
  } catch {
    return []
  }
}

export function addRecent(name: string, id: string): void {
  const others = readRecent(name).filter((other) => other !== id)
  try {
    localStorage.setItem(prefix + name, JSON.stringify([id, ...others].slice(0, maxIds)))
  } catch {
    // Full or forbidden: the list is then in its usual order.
  }
}

/** At log-out: they are of the person who was here. */
export function clearRecent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Nothing was stored either.
  }
}
