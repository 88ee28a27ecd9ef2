import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Pixels that may differ, of all: what a browser of another version draws differently at the edges of letters. */
export const maxDifferentShare = 0.002

export type Box = { x: number; y: number; width: number; height: number }
export type Comparison = { share: number; picture: Buffer } | { problem: string }

/** Two pictures of one state, pixel by pixel. @param masks what is different on purpose; it counts as equal, in all pixels of the picture */
export function compare(taken: Buffer, wanted: Buffer, masks: Box[]): Comparison {
  const [ours, theirs] = [PNG.sync.read(taken), PNG.sync.read(wanted)]
  const { width, height } = theirs
  if (ours.width !== width || ours.height !== height)
    return { problem: `is ${ours.width} × ${ours.height}, and the other ${width} × ${height}` }
  for (const mask of masks) for (const image of [ours, theirs]) blank(image, mask)
  const picture = new PNG({ width, height })
  const different = pixelmatch(ours.data, theirs.data, picture.data, width, height, { threshold: 0.1 })
  return { share: different / (width * height), picture: PNG.sync.write(picture) }
}

function blank({ data, width, height }: PNG, box: Box): void {
  const left = Math.max(0, Math.floor(box.x))
  const right = Math.min(width, Math.ceil(box.x + box.width))
  const bottom = Math.min(height, Math.ceil(box.y + box.height))
  for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y++)
    for (let x = left; x < right; x++) data.fill(128, (y * width + x) * 4, (y * width + x) * 4 + 3)
}
