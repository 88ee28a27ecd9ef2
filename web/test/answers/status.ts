import type { ServedPart, ServedPartName, ServedState } from '@utter/contracts/http/status/served'
import { servedParts } from '@utter/contracts/http/status/served'
import type { StatusView } from '@utter/contracts/http/status/status-view'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

interface Faults {
  now?: ServedState
  /** By the number of hours, or days, before the present one. */
  hours?: Record<number, ServedState>
  days?: Record<number, ServedState>
}

/** A part that has served without a fault but these. @param knownDays days for which there are figures */
export function aServedPart(part: ServedPartName, at: string, faults: Faults = {}, knownDays = 60): ServedPart {
  const time = Date.parse(at)
  const { hours = {}, days = {} } = faults
  return {
    part,
    now: faults.now ?? 'operational',
    hours: Array.from({ length: 24 }, (_, index) => ({
      startsAt: new Date(Math.floor(time / hourMs) * hourMs - (23 - index) * hourMs).toISOString(),
      state: hours[23 - index] ?? 'operational',
    })),
    uptimeOfDay: Object.values(hours).includes('down') ? 99.3 : 100,
    days: Array.from({ length: 90 }, (_, index) => {
      const before = 89 - index
      const isKnown = before < knownDays
      const state = isKnown ? (days[before] ?? 'operational') : 'unknown'
      return {
        day: new Date(time - before * dayMs).toISOString().slice(0, 10),
        state,
        uptime: isKnown ? (state === 'down' ? 98.61 : 100) : null,
      }
    }),
    uptime: Object.values(days).includes('down') ? 99.97 : 100,
  }
}

export const aStatus = (over: Partial<StatusView> = {}, at = new Date().toISOString()): StatusView => ({
  at,
  state: 'operational',
  parts: servedParts.map((part) => aServedPart(part, at)),
  incidents: [],
  ...over,
})

/** Voices fail at times, and the operator says so. */
export function aDegradedStatus(at = new Date().toISOString()): StatusView {
  const before = (hours: number) => new Date(Date.parse(at) - hours * hourMs).toISOString()
  const voices = aServedPart('voices', at, {
    now: 'degraded',
    hours: { 0: 'degraded', 1: 'down' },
    days: { 0: 'down', 12: 'degraded', 31: 'degraded', 45: 'down' },
  })
  return aStatus(
    {
      state: 'degraded',
      parts: aStatus({}, at).parts.map((part) => (part.part === 'voices' ? voices : part)),
      incidents: [
        {
          id: '0f6c2b9e-7d41-4b7e-8a55-2c9d31e7f604',
          title: 'Voices of a vendor are slow',
          parts: ['voices'],
          state: 'identified',
          openedAt: before(2),
          resolvedAt: null,
          updates: [
            { at: before(1), state: 'identified', text: 'The vendor has told us of a fault. Other voices speak.' },
            { at: before(2), state: 'investigating', text: 'Some jobs wait for longer than they should.' },
          ],
        },
        {
          id: '4e19c7a3-5d80-4b2f-96a1-f3c7e2081d5b',
          title: 'No jobs were taken for some minutes',
          parts: ['submissions', 'streams'],
          state: 'resolved',
          openedAt: before(45 * 24),
          resolvedAt: before(45 * 24 - 1),
          updates: [
            { at: before(45 * 24 - 1), state: 'resolved', text: 'A database was moved. No job was lost.' },
            { at: before(45 * 24), state: 'investigating', text: 'We look into it.' },
          ],
        },
      ],
    },
    at,
  )
}
