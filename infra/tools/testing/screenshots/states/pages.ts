import { aDegradedStatus } from '@utter/web/test/answers/status'
import { creator } from '../answers/account.ts'
import { busy, visitor } from '../answers/api.ts'
import { now } from '../answers/jobs.ts'
import { heading, type State, text } from './state.ts'

export const picturedPages: State[] = [
  {
    name: 'settings',
    path: '/settings',
    answers: creator,
    reach: text('Shared secret'),
    // Secrets and models of another platform; its letters have other edges.
    changed: ['main dd', 'main dt'],
  },
  // Each call of the API has a card.
  {
    name: 'guide',
    path: '/guide',
    answers: creator,
    reach: text('15,000'),
    comparedTop: 560,
    changed: ['main ol', 'nav[aria-label="On this page"]'],
  },
  { name: 'terms', path: '/terms', answers: busy, reach: heading('Terms of Service'), comparedTop: 120 },
  { name: 'license', path: '/license', answers: creator, reach: heading('License') },
  { name: '404', path: '/nowhere', answers: busy, reach: heading('404 Page Not Found') },
]

export const picturedPublicPages: State[] = [
  { name: 'verify', path: '/verify', answers: visitor, reach: heading('Verify a file') },
  {
    name: 'status',
    path: '/status',
    answers: { ...visitor, '/api/status': aDegradedStatus(now.toISOString()) },
    reach: text('Incidents'),
  },
  {
    name: 'status-days',
    path: '/status',
    answers: { ...visitor, '/api/status': aDegradedStatus(now.toISOString()) },
    reach: async (page) => {
      await page.getByText('90 days', { exact: true }).click()
      await text('in 90 days')(page)
    },
  },
]
