import { expectLinearTime, repeatedTo } from '@utter/testing/linear-time'
import { expect, test } from 'vitest'

const letters = (length: number) => repeatedTo(length, 'ab')

test('work that looks at each letter once passes', () => {
  expectLinearTime((length) => letters(length).replace(/b/g, 'c'), { size: 500_000 })
})

test('work that looks at all letters for each is refused with both times', () => {
  // Each place searches to the end for what is not there.
  expect(() => expectLinearTime((length) => /a[^x]*x/.test(letters(length)), { size: 3_000 })).toThrow(
    /^The time does not grow as the size does: 3000: \d+ ms, 12000: \d+ ms$/,
  )
})
