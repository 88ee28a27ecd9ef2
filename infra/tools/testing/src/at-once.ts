/** `work` for each of them, so many at a time. */
export async function atOnce<T>(most: number, all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all].values()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const one of left) await work(one)
    }),
  )
}
