import { asking, neverAsked } from '../answers/requests.ts'
import { freeReport, neverUsed, ownReport, reported } from '../answers/usage-report.ts'
import { type State, text } from './state.ts'

export const picturedRequests: State[] = [
  { name: 'requests', path: '/account/requests', answers: asking, reach: text('Not kept') },
  {
    name: 'requests-open',
    path: '/account/requests',
    answers: asking,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Show details of POST /api/reply' }).click()
      await page.getByText('rate_limited').waitFor()
    },
  },
  { name: 'requests-none', path: '/account/requests', answers: neverAsked, reach: text('No requests yet') },
]

export const picturedUsage: State[] = [
  { name: 'usage-report', path: '/account/usage', answers: reported, reach: text('About') },
  { name: 'usage-report-90', path: '/account/usage?range=90&by=key', answers: reported, reach: text('Production') },
  { name: 'usage-report-own', path: ownReport, answers: reported, reach: text('Nov 20 – Nov 24') },
  { name: 'usage-report-none', path: '/account/usage', answers: neverUsed, reach: text('No jobs yet') },
  { name: 'usage-report-free', path: '/account/usage', answers: freeReport, reach: text('used up about') },
]
