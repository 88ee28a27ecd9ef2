import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

/** A list that is kept in this browser for one account, also over a log-out. */
export interface StoredList<Item> {
  read: (owner: string) => readonly Item[]
  write: (owner: string, items: readonly Item[]) => void
  /** Follows it, also as other tabs change it. @param owner undefined: nobody, whose list is empty */
  useItems: (owner: string | undefined) => readonly Item[]
}

/** @param name of its key in local storage, before the account's id. Another form of items than `schema` has is no list. */
export function storedList<Item>(name: string, schema: z.ZodMiniType<Item>): StoredList<Item> {
  const List = z.array(schema)
  const listeners = new Set<() => void>()
  const keyOf = (owner: string) => `${name}:${owner}`
  const none: readonly Item[] = []
  /** Where storage is forbidden it holds until the page is left. */
  const written = new Map<string, string>()
  let last: { json: string; items: readonly Item[] } = { json: '', items: none }

  function jsonOf(owner: string): string {
    try {
      return localStorage.getItem(keyOf(owner)) ?? ''
    } catch {
      return written.get(owner) ?? ''
    }
  }
  function read(owner: string): readonly Item[] {
    const json = jsonOf(owner)
    if (json === '') return none
    // The same list for the same text: a new one at each question would draw for ever.
    if (json !== last.json) last = { json, items: parsed(json) }
    return last.items
  }
  function parsed(json: string): readonly Item[] {
    try {
      return List.parse(JSON.parse(json))
    } catch {
      return none
    }
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }
  return {
    read,
    write(owner, items) {
      const json = JSON.stringify(items)
      written.set(owner, json)
      try {
        localStorage.setItem(keyOf(owner), json)
      } catch {
        // Full or forbidden.
      }
      for (const listener of listeners) listener()
    },
    useItems: (owner) => useSyncExternalStore(subscribe, () => (owner === undefined ? none : read(owner))),
  }
}
