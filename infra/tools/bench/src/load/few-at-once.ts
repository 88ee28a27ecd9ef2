/** Does something for each of many, a few at the same time: a cold server refuses a crowd. */
export async function fewAtOnce<Item>(
  items: Item[],
  atOnce: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const actNext = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: atOnce }, actNext))
}
