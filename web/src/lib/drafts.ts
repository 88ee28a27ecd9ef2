import { useEffect } from 'react'

const prefix = 'draft:'

/** What a person typed and has not sent: kept in this tab over a look at another screen, a reload, and a log-in. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function writeDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full or forbidden: the text stands in the form all the same.
  }
}

/** At log-out: the next person at this tab must not read them. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored either.
  }
}

/** Writes `value` as the draft after each change. */
export function useDraft(name: string, value: unknown): void {
  useEffect(() => writeDraft(name, value), [name, value])
}
