import { useEffect } from 'react'

const prefix = 'draft:'

/** Input that was typed and not sent: kept in this tab over a look at another screen, a reload, and a log-in. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
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

/** Writes `value` as the draft after each change of its content: a render alone must not bring a cleared one back. */
export function useDraft(name: string, value: unknown): void {
  const json = JSON.stringify(value)
  useEffect(() => {
    try {
      sessionStorage.setItem(prefix + name, json)
    } catch {
      // Full or forbidden: the form still has the text.
    }
  }, [name, json])
}
