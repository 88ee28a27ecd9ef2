import type { Locator } from 'playwright-core'

/** The place of an element in the window, in px, once nothing that it is in slides or grows any more. */
export async function standingBox(locator: Locator) {
  await locator.evaluate(`async (element) => {
    const ends = document.getAnimations().filter(({ effect }) => effect.target?.contains(element) && effect.getComputedTiming().endTime < Infinity)
    await Promise.allSettled(ends.map(({ finished }) => finished))
  }`)
  return locator.boundingBox()
}
