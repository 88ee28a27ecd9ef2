import type { Locator, Page } from 'playwright-core'

/**
 * The number of pixels of a screenshot whose contrast to its commonest colour is 3 or more (WCAG 1.4.11). Counted in a
 * page of the browser itself, which can decode the picture.
 */
export async function strikingPixels(counter: Page, what: Locator): Promise<number> {
  const picture = (await what.screenshot()).toString('base64')
  return counter.evaluate<number>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${picture}'
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const linear = (value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
    const counts = new Map()
    for (let i = 0; i < data.length; i += 4) {
      const key = data[i] + ',' + data[i + 1] + ',' + data[i + 2]
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const luminance = (key) => {
      const [r, g, b] = key.split(',').map((one) => linear(Number(one)))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [[commonest]] = [...counts].sort((a, b) => b[1] - a[1])
    const ground = luminance(commonest)
    let striking = 0
    for (const [key, count] of counts) {
      const own = luminance(key)
      if ((Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05) >= 3) striking += count
    }
    return striking
  })()`)
}
