import type { Locator } from 'playwright-core'

/** The place of an element in the window, in px to a hundredth, once nothing that it is in slides or grows any more. */
export async function standingBox(locator: Locator) {
  await locator.evaluate(`async (element) => {
    const ends = document.getAnimations().filter(({ effect }) => effect.target?.contains(element) && effect.getComputedTiming().endTime < Infinity)
    await Promise.allSettled(ends.map(({ finished }) => finished))
  }`)
  const box = await locator.boundingBox()
  // Layers that have moved are some billionths of their width off.
  const rounded = (px = Number.NaN) => Math.round(px * 100) / 100
  return { x: rounded(box?.x), y: rounded(box?.y), width: rounded(box?.width), height: rounded(box?.height) }
}
