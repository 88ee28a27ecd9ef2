import { usageOf } from '@utter/web/test/answers/account'
import { busy, empty, loading, visitor } from '../answers/api.ts'
import { changedRows, firstJob } from './jobs.ts'
import { heading, type State, text } from './state.ts'

// A card that the pictures were drawn without.
const lastDay = 'section:has(h2:text-is("Last 24 hours")), section:has(h2:text-is("First steps"))'

export const picturedDashboard: State[] = [
  { name: 'dashboard', path: '/', answers: busy, reach: firstJob, gone: [lastDay], changed: changedRows },
  { name: 'dashboard-empty', path: '/', answers: empty, reach: text('No jobs yet'), gone: [lastDay] },
  {
    name: 'dashboard-loading',
    path: '/',
    answers: loading,
    reach: heading('Dashboard'),
    gone: [lastDay],
    changed: ['main dl dd'],
  },
  {
    name: 'dashboard-collapsed',
    path: '/',
    answers: busy,
    widths: [1280],
    reach: async (page) => {
      await firstJob(page)
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      await page.mouse.move(640, 790)
    },
    gone: [lastDay],
    changed: changedRows,
  },
  {
    name: 'dashboard-sheet',
    path: '/',
    answers: busy,
    widths: [375],
    isOneWindow: true,
    reach: async (page) => {
      await firstJob(page)
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      await page.getByRole('dialog').waitFor()
    },
    gone: [lastDay],
  },
]

export const picturedDashboardOfVisitor: State = {
  name: 'dashboard-visitor',
  path: '/',
  answers: visitor,
  reach: text('Aria'),
}

export const picturedFirstJob: State = {
  name: 'dashboard-first-job',
  path: '/',
  answers: { ...empty, '/api/usage': usageOf({ apiCallsUsed: 0 }), '/api/keys': [] },
  reach: async (page) => {
    await page.getByRole('button', { name: 'Make your first audio' }).click()
    await text('Costs 1 of 100 calls left')(page)
  },
}
