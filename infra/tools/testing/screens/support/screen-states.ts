import type { Page } from 'playwright-core'
import { accessStates } from './access-states.ts'
import { answerChat } from './answered.ts'
import { billingStates } from './billing-states.ts'
import { guideStates } from './guide-states.ts'
import { jobStates } from './job-states.ts'
import type { ScreenState, Who } from './screen-state.ts'
import { usageStates } from './usage-states.ts'
import { webhookStates } from './webhook-states.ts'

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()

const plain: [Who, string, string][] = [
  ['visitor', '/jobs', 'Job Queue'],
  ['visitor', '/test', 'API Playground'],
  ['visitor', '/chatbot', 'Voice Chatbot'],
  ['visitor', '/guide', 'User Guide'],
  ['visitor', '/settings', 'Settings'],
  ['visitor', '/pricing', 'Pricing'],
  ['visitor', '/terms', 'Terms of Service'],
  ['visitor', '/license', 'License'],
  ['visitor', '/login', 'Log In'],
  ['visitor', '/signup', 'Sign up'],
  ['busy', '/settings', 'Settings'],
  ['busy', '/pricing', 'Pricing'],
  ['busy', '/account', 'My Account'],
]

const openPalette = async (page: Page) => {
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await page.locator('[role=combobox]:focus').waitFor()
}

/** Every screen, in each state that looks different. `jobId` is a finished job's, `text` is its text. */
export const screenStates = (job: { id: string; text: string }): ScreenState[] => [
  ...plain.map(([who, path, name]) => ({ name: `${path}, ${who}`, who, path, reach: heading(name) })),
  {
    name: 'Dashboard of a visitor',
    who: 'visitor',
    path: '/',
    reach: (page) => page.getByRole('radio').first().waitFor(),
  },
  { name: 'Dashboard without jobs', who: 'new', path: '/', reach: text('No jobs yet') },
  { name: 'Dashboard with jobs', who: 'busy', path: '/', reach: text(job.text) },
  { name: 'Job Queue without jobs', who: 'new', path: '/jobs', reach: text('No jobs') },
  { name: 'Job Queue with jobs', who: 'busy', path: '/jobs', reach: text(job.text) },
  { name: 'Job Queue, nothing found', who: 'busy', path: '/jobs?q=nothing-has-this', reach: text('No jobs found') },
  {
    name: 'job panel',
    who: 'busy',
    path: `/jobs?job=${job.id}`,
    reach: (page) => page.getByRole('dialog').getByRole('slider', { name: 'Seek' }).waitFor(),
  },
  { name: 'Playground', who: 'busy', path: '/test', reach: (page) => page.getByRole('radio').first().waitFor() },
  {
    name: 'Playground with errors',
    who: 'busy',
    path: '/test',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Submit Request' }).click()
      await page.getByText('User text is required').waitFor()
    },
  },
  {
    name: 'Playground with a result',
    who: 'busy',
    path: `/test?job=${job.id}`,
    reach: (page) => page.getByRole('slider', { name: 'Seek' }).waitFor(),
  },
  {
    name: 'Chatbot',
    who: 'busy',
    path: '/chatbot',
    reach: (page) => page.getByPlaceholder('Ask me anything...').waitFor(),
  },
  {
    name: 'Chatbot after an answer',
    who: 'busy',
    path: '/chatbot',
    reach: async (page) => {
      await answerChat(page, 'A harbour is a safe place for ships.')
      await page.getByPlaceholder('Ask me anything...').fill('What is a harbour?')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^(Play Voice|Pause)$/ }).waitFor({ timeout: 90_000 })
    },
  },
  {
    name: 'Log In with errors',
    who: 'visitor',
    path: '/login',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Log In', exact: true }).click()
      await page.getByText('Password is required').waitFor()
    },
  },
  {
    name: 'Sign up with errors',
    who: 'visitor',
    path: '/signup',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Username must be at least 3 characters').waitFor()
    },
  },
  { name: '404', who: 'visitor', path: '/nowhere', reach: heading('404 Page Not Found') },
  {
    name: 'sidebar sheet',
    who: 'busy',
    path: '/terms',
    isNarrow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'toast',
    who: 'busy',
    path: '/jobs',
    isFleeting: true,
    reach: async (page) => {
      await page.getByRole('button', { name: `Copy job ID ${job.id.slice(0, 12)}…` }).click()
      const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
      await toast.waitFor()
      // Its time is paused while the pointer is on it.
      await toast.hover()
    },
  },
  {
    name: 'tooltip',
    who: 'visitor',
    path: '/terms',
    isFleeting: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Toggle sidebar' }).focus()
      await page.keyboard.press('Tab')
      await page.getByRole('tooltip').waitFor()
    },
  },
  { name: 'palette', who: 'busy', path: '/terms', reach: openPalette },
  {
    name: 'palette with nothing found',
    who: 'busy',
    path: '/terms',
    reach: async (page) => {
      await openPalette(page)
      await page.keyboard.type('nothing has this')
      await page.getByText('Nothing found').waitFor()
    },
  },
  {
    name: 'palette with a job',
    who: 'busy',
    path: '/jobs',
    reach: async (page) => {
      await text(job.text)(page)
      await openPalette(page)
      await page.keyboard.type(job.id.slice(0, 8))
      await page.getByRole('group', { name: 'Jobs' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    who: 'busy',
    path: '/terms',
    reach: async (page) => {
      await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  ...billingStates,
  ...usageStates,
  ...accessStates,
  ...webhookStates,
  ...jobStates(job),
  ...guideStates,
]
