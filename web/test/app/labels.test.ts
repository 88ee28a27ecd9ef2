import { expect, test } from 'vitest'
import { grouped } from '../../src/lib/format/counted.ts'
import { dollars } from '../../src/lib/format/money.ts'
import { dateOf, dayOf } from '../../src/lib/format/times.ts'

// Written without Intl, which a slow phone would wait for; each must read as Intl writes it.

test.each([0, 7, 999, 1_000, 12_480, 999_999, 1_000_000, 12_345_678, -1_234])(
  '%d is grouped as Intl does it',
  (count) => {
    expect(grouped(count)).toBe(count.toLocaleString('en'))
  },
)

test.each([0, 39, 1_299, 10_000, 0.04, 0.025, 0.5, 19.99, 1_234.5, 0.9999, -5, -0.25])(
  '$%d is written as Intl does it',
  (amount) => {
    const isWhole = Number.isInteger(amount)
    const decimals = { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: isWhole ? 0 : 3 }
    expect(dollars(amount)).toBe(amount.toLocaleString('en', { style: 'currency', currency: 'USD', ...decimals }))
  },
)

test.each(['2026-11-01', '2026-01-31T23:59:59.999Z', '2024-02-29T00:00:00Z', '2026-12-31T23:30:00-02:00'])(
  '%s is a day as Intl writes it',
  (instant) => {
    const at = new Date(instant)
    expect(dayOf(instant)).toBe(at.toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }))
    expect(dateOf(instant)).toBe(at.toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' }))
  },
)
