import { expect, test } from 'vitest'
import { bookMonths } from '../../src/domain/book-months.ts'

const now = new Date('2026-03-20T12:00:00Z')
const at = (day: string) => new Date(`${day}T00:00:00Z`)

test.each([
  [{}, '2025-04', '2026-03', at('2025-04-01'), at('2026-04-01')],
  [{ to: '2025-12' }, '2025-01', '2025-12', at('2025-01-01'), at('2026-01-01')],
  [{ from: '2026-01', to: '2026-01' }, '2026-01', '2026-01', at('2026-01-01'), at('2026-02-01')],
  [{ from: '2024-01', to: '2026-12' }, '2024-01', '2026-12', at('2024-01-01'), at('2027-01-01')],
])('%j is from %s to %s', (query, from, to, start, end) => {
  expect(bookMonths(query, now)).toEqual({ from, to, start, end })
})

test.each([
  [{ from: '2026-04' }, 'from must not be after to'],
  [{ from: '2023-03' }, 'from and to must be within 36 months'],
])('%j is refused', (query, message) => {
  expect(() => bookMonths(query, now)).toThrow(expect.objectContaining({ details: [{ field: 'from', message }] }))
})
