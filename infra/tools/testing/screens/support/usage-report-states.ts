import type { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import { aReport, aReportDay } from '@utter/web/test/answers/usage-report'
import type { Page } from 'playwright-core'
import { refuse } from './answered.ts'
import { aState, type ScreenState } from './screen-state.ts'

const path = '/account/usage'
const ends = { completed: 4_000, failed: 12, cancelled: 3, cached: 700 }
const voiceId = 'a-voice-with-a-name-of-its-own-that-is-long-enough-to-break'
const report = aReport(
  Array.from({ length: 30 }, (_, index) =>
    aReportDay(`2026-11-${String(index + 1).padStart(2, '0')}`, 100 + index * 37, {
      ...{ failed: index % 4, cancelled: index % 3, cached: 20, overageCalls: index, overageCost: '1.20' },
      ...{ toEnd: { jobs: 9, p50Ms: 1_900, p95Ms: 61_000 }, toSound: { jobs: 2, p50Ms: 420, p95Ms: 900 } },
    }),
  ),
  {
    endsFrom: '2026-11-03',
    voices: [{ voiceId, calls: 4_000, ...ends }],
    keys: [{ keyId: null, calls: 4_000, ...ends }],
  },
)

async function withReport(page: Page, address: string, over: Partial<UsageReport> = {}): Promise<void> {
  await page.route('**/api/usage/report*', (route) => route.fulfill({ json: { ...report, ...over } }))
  await page.goto(address)
  await page.getByText('days in UTC').waitFor()
}

const refused = 'Not now, try again in a moment'

/** States of the report of usage. */
export const usageReportStates: ScreenState[] = [
  aState('usage report without jobs', 'new', path, (page) => page.getByText('No jobs yet').waitFor()),
  aState('usage report of a month', 'busy', path, async (page) => {
    await withReport(page, path)
    await page.getByRole('img', { name: /^Nov 30: 1,173 completed/ }).waitFor()
  }),
  aState('usage report by voice, of own days', 'busy', path, async (page) => {
    await withReport(page, `${path}?range=own&from=2026-11-01&to=2026-11-30&by=voice`)
    await page.getByRole('rowheader', { name: voiceId }).waitFor()
  }),
  aState('usage report with days that are not valid', 'busy', path, async (page) => {
    await page.goto(`${path}?range=own&from=2026-11-30&to=2026-11-01`)
    await page.getByText('The first day is after the last.').waitFor()
  }),
  aState('usage report that could not be read', 'busy', path, async (page) => {
    await refuse(page, '**/api/usage/report*', refused)
    await page.reload()
    await page.getByText(refused).waitFor()
  }),
]
