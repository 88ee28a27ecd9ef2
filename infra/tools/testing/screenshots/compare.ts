import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Share of pixels that may differ: another version of the browser draws the edges of letters differently. */
export const maxDifferentShare = 0.002

export type Box = { x: number; y: number; width: number; height: number }
export type Comparison = { share: number; picture: Buffer } | { problem: string }

/**
 * Two pictures of one state, pixel by pixel.
 * @param masks parts that differ on purpose; they count as equal, in all pixels of the picture
 * @param top pixels from the top that are compared; all without it
 */
export function compare(taken: Buffer, wanted: Buffer, masks: Box[], top?: number): Comparison {
  const [ours, theirs] = [taken, wanted].map((file) => topOf(PNG.sync.read(file), top)) as [PNG, PNG]
  const { width, height } = theirs
  if (ours.width !== width || ours.height !== height)
    return { problem: `is ${ours.width} × ${ours.height}, and the other ${width} × ${height}` }
  for (const mask of masks) for (const image of [ours, theirs]) blank(image, mask)
  const picture = new PNG({ width, height })
  const different = pixelmatch(ours.data, theirs.data, picture.data, width, height, { threshold: 0.1 })
  return { share: different / (width * height), picture: PNG.sync.write(picture) }
}

function topOf(image: PNG, height = image.height): PNG {
  if (height >= image.height) return image
  const cut = new PNG({ width: image.width, height })
  PNG.bitblt(image, cut, 0, 0, image.width, height, 0, 0)
  return cut
}

function blank({ data, width, height }: PNG, box: Box): void {
  const left = Math.max(0, Math.floor(box.x))
  const right = Math.min(width, Math.ceil(box.x + box.width))
  const bottom = Math.min(height, Math.ceil(box.y + box.height))
  for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y++)
    for (let x = left; x < right; x++) data.fill(128, (y * width + x) * 4, (y * width + x) * 4 + 3)
}
