import { expect } from 'vitest'
import type { openWatched } from './unserved-questions.ts'

type Watched = Awaited<ReturnType<typeof openWatched>>

/** A store with each query named, so that a new one does not compile until it is called here. */
export type Asking<Store> = { [Name in keyof Store]: () => unknown }

/**
 * Calls every query of a store, and expects each to be served by an index of its schema, and to be about so many documents
 * (`isBounded`). @param few why others are bounded
 */
export async function expectServed<Store extends object>(
  watched: Watched,
  store: Store,
  asking: Asking<Store>,
  few: { [Name in keyof Store]?: string } = {},
): Promise<void> {
  expect(Object.keys(asking).sort()).toEqual(Object.keys(store).sort())
  const before = watched.count()
  const unbounded: string[] = []
  for (const [name, ask] of Object.entries(asking) as [keyof Store & string, () => unknown][]) {
    const first = watched.count()
    await ask()
    const found = watched.unbounded(first)
    if (found.length > 0 !== (few[name] !== undefined)) unbounded.push(`${name}: ${found.join()}`)
  }
  expect(watched.count()).toBeGreaterThan(before)
  expect(watched.unserved()).toEqual([])
  expect(unbounded).toEqual([])
}
