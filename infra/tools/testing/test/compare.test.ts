import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { compare, maxDifferentShare } from '../screenshots/compare.ts'

/** A white picture with a black box. */
function picture(width: number, height: number, box = { x: 0, y: 0, width: 0, height: 0 }): Buffer {
  const png = new PNG({ width, height })
  png.data.fill(255)
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return PNG.sync.write(png)
}
const box = { x: 10, y: 20, width: 10, height: 10 }

describe('two pictures of one state', () => {
  test('differ by the share of their pixels that a person sees as different', () => {
    expect(compare(picture(100, 100), picture(100, 100), [])).toMatchObject({ share: 0 })
    const found = compare(picture(100, 100, box), picture(100, 100), [])
    expect(found).toMatchObject({ share: 0.01 })
    expect(0.01).toBeGreaterThan(maxDifferentShare)
  })

  test('are equal where a mask lies over what differs, also at an edge of the picture and between two pixels', () => {
    expect(compare(picture(100, 100, box), picture(100, 100), [box])).toMatchObject({ share: 0 })
    const atEdge = { x: 95, y: 95, width: 5, height: 5 }
    const mask = { x: 94.6, y: 94.6, width: 20, height: 20 }
    expect(compare(picture(100, 100, atEdge), picture(100, 100), [mask])).toMatchObject({ share: 0 })
    expect(compare(picture(100, 100, box), picture(100, 100), [mask])).toMatchObject({ share: 0.01 })
  })

  test('may be compared from the top alone, as far as both go on alike', () => {
    const [high, low] = [picture(100, 300, box), picture(100, 200, box)]
    expect(compare(high, low, [], 100)).toMatchObject({ share: 0 })
    expect(compare(high, picture(100, 200), [], 100)).toMatchObject({ share: 0.01 })
    expect(compare(high, picture(100, 200), [], 20)).toMatchObject({ share: 0 })
  })

  test('of different sizes are not compared', () => {
    expect(compare(picture(100, 101), picture(100, 100), [])).toEqual({
      problem: 'is 100 × 101, and the other 100 × 100',
    })
  })
})
