import { expect } from 'vitest'
import type { openWatched } from './unserved-questions.ts'

type Watched = Awaited<ReturnType<typeof openWatched>>

/** A store with each query named, so that a new one does not compile until it is called here. */
export type Asking<Store> = { [Name in keyof Store]: () => unknown }

/** Calls every query of a store, and expects each to be served by an index of its schema. */
export async function expectServed<Store extends object>(
  watched: Watched,
  store: Store,
  asking: Asking<Store>,
): Promise<void> {
  expect(Object.keys(asking).sort()).toEqual(Object.keys(store).sort())
  const before = watched.count()
  for (const ask of Object.values(asking) as (() => unknown)[]) await ask()
  expect(watched.count()).toBeGreaterThan(before)
  expect(watched.unserved()).toEqual([])
}
