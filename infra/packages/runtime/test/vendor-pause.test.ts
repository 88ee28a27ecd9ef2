import { expect, test } from 'vitest'
import { vendorPauseOf } from '../src/vendor-pause.ts'

const noon = new Date('2026-01-01T12:00:00Z')

test('Retry-After that makes no sense is none, and a date that has passed is now', () => {
  expect(vendorPauseOf(new Headers({ 'retry-after': 'soon' }), noon)).toBeUndefined()
  expect(vendorPauseOf(new Headers({ 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }), noon)).toBe(0)
})
