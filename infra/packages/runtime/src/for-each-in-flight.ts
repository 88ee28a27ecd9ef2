/** Handles all items in their order, at most so many of them at once. */
export async function forEachInFlight<T>(items: T[], max: number, handle: (item: T) => Promise<void>): Promise<void> {
  const remaining = items.values()
  await Promise.all(
    Array.from({ length: max }, async () => {
      for (const item of remaining) await handle(item)
    }),
  )
}

/** The items in their order, so many in each part but the last. */
export const inPartsOf = <T>(size: number, items: T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
