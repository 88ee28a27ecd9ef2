import { aSecret, aSharedJob } from '@utter/web/test/answers/shared'
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

const ofLink = `/api/shared/${aSecret}`
const shared = aSharedJob({
  userText: 'Write a short bedtime story about a lighthouse that was afraid of the dark.',
  aiResponse:
    'Once, on a rock where the sea never slept, stood a lighthouse that kept its own lamp lit all day, for it was afraid of the dark.',
  voice: { id: 'juno', name: 'Juno' },
  peaks: Array.from({ length: 120 }, (_, index) => 0.15 + 0.8 * Math.abs(Math.sin(index / 5) * Math.cos(index / 17))),
})
const spokenWords = (shared.aiResponse ?? '').split(' ').map((word, index) => ({
  ...{ word: word.replaceAll(/[,.]/g, ''), start: index * 0.4, end: index * 0.4 + 0.35, estimated: false },
}))

export const picturedPublicPages: State[] = [
  {
    name: 'shared',
    path: `/shared/${aSecret}`,
    answers: { ...visitor, [ofLink]: shared },
    reach: text('Once, on a rock'),
  },
  {
    name: 'shared-words',
    path: `/shared/${aSecret}`,
    answers: { ...visitor, [ofLink]: { ...shared, words: spokenWords } },
    reach: async (page) => {
      await page.locator('[data-word="3"]').click()
      await page.evaluate("document.querySelector('audio').dispatchEvent(new Event('timeupdate'))")
      await page.locator('[data-heard]').waitFor()
    },
  },
  {
    name: 'shared-gone',
    path: `/shared/${aSecret}`,
    answers: visitor,
    reach: text('This link opens nothing any more'),
  },
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
