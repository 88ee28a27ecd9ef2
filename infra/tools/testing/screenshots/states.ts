import { usageOf } from '@utter/web/test/answers/account'
import { aDegradedStatus } from '@utter/web/test/answers/status'
import type { Page } from 'playwright-core'
import { codeNeeded, creator, guarded, notApplied, unread } from './answers/account.ts'
import {
  type Answers,
  asked,
  busy,
  empty,
  loading,
  manyVoices,
  playing,
  refused,
  talking,
  visitor,
} from './answers/api.ts'
import { batch, batches, batchScreen, faultyBatch, noBatches, pricedBatch, withoutBatches } from './answers/batches.ts'
import { now } from './answers/jobs.ts'
import { asking, neverAsked } from './answers/requests.ts'
import { freeReport, neverUsed, ownReport, reported } from './answers/usage-report.ts'
import { detailedJob, disabledWebhook, failingWebhook, workingWebhook } from './answers/webhooks.ts'
import {
  changing,
  noWorks,
  paused,
  priced,
  pricedFile,
  reading,
  refusedWork,
  sentFile,
  spokenWork,
  unreadFile,
  unreadWorks,
  waitingWorks,
  withoutWorks,
  workScreen,
} from './answers/works.ts'

/** Intended differences between a state and its wanted picture. */
type Beyond = {
  /** Parts that push others away: not there when a picture is compared. */
  gone?: string[]
  /** Styles that take back where something moved. */
  restyled?: string
  /** Parts that differ in their place: not compared. */
  changed?: string[]
  /** Where the pictures have other contents, and so another height: only so many pixels from the top are compared. */
  comparedTop?: number
}

export type State = Beyond & {
  /** The first part of the picture's name: `<name>-<theme>-<width>.png`. */
  name: string
  path: string
  answers: Answers
  /** Brings the screen into the state, and waits for it. */
  reach: (page: Page) => Promise<unknown>
  widths?: number[]
  /** As high as the window: what covers the page is looked at, not the page. */
  isOneWindow?: boolean
  /** Heights of the window, by its width, where it is not the usual one. */
  heights?: Record<number, number>
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()
const firstJob = text('Give me a warm')
const firstVoice = (page: Page) =>
  page.getByRole('group', { name: 'Voice' }).getByRole('radio').first().waitFor({ state: 'attached' })
const allVoices = async (page: Page) => {
  await page.getByRole('button', { name: 'All 12 voices' }).click()
  await page.getByRole('group', { name: 'Voice' }).getByText('Siwis').waitFor()
}

const chatVoices = async (page: Page) => {
  await page.getByRole('button', { name: 'Voice: Heart' }).click()
  await page.getByRole('dialog').getByText('Siwis').waitFor()
}

const exampleOfWork = (words: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Try with an example' }).click()
  await text(words)(page)
}
const fileOfWork =
  (words: string, content = 'A book') =>
  async (page: Page) => {
    const name = 'the-lamp-on-the-pier.epub'
    const file = { name, mimeType: 'application/epub+zip', buffer: Buffer.from(content) }
    await page.getByLabel('File of the work').setInputFiles(file)
    await text(words)(page)
  }
const listOfBatch = (words: string, act: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Try with an example' }).click()
  await text(words)(page)
  await page.getByRole('button', { name: act, exact: true }).waitFor()
  await page.getByText('$0.04').waitFor()
}
const faultyList = async (page: Page) => {
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('List').fill('text,voice,title\nThe sea is salty,heart,A\n,emma,B\nBoats come home,Nobody,C')
  await page.getByText('No voice is called').waitFor()
}
const ownText = async (page: Page) => {
  await page
    .getByLabel('Your own text')
    .fill('The harbour of Senn has one lamp, and for thirty years Ines Varo lit it.')
  await page.getByText('1 call, about').first().waitFor()
}
const openChapter = async (page: Page) => {
  await page.getByRole('button', { name: 'Chapter 1: Low Water', expanded: false }).click()
  await page.getByText('Nobody had called them').waitFor()
}

// A card that the pictures were drawn without.
const lastDay = 'section:has(h2:text-is("Last 24 hours")), section:has(h2:text-is("First steps"))'
// The reason of a failure is below the job's text, and a cancelled job is shown as Failed.
const failedRows = '[role=row]:has-text("Failed")'
// Done is quiet.
const doneBars = '[role=row]:has-text("Completed") [role=progressbar]'
const rows = [failedRows, doneBars]
// Beyond the pictures: speed and volume, all of a long text.
const soundControls = 'div:has(> [aria-label="Volume"])'
const showAll = 'button:text-is("Show all")'
const jobKinds = 'fieldset:has([value=reply])'

// Log In and Sign up begin at one height, not in the middle.
const centred = 'main > div:has(form) { align-content: center !important; padding: 24px 16px 64px !important }'
const panel = {
  isOneWindow: true,
  heights: { 1280: 880, 375: 960 },
  gone: [soundControls],
  // Voice and settings are where the pictures have the attempts of a webhook; time has another scale.
  changed: [...rows, '[role=dialog] > :nth-child(n + 2)'],
}
// Voices are as high as their words, sliders may be hit by a finger, and a result keeps its height from the beginning on.
const playground = {
  gone: [soundControls, showAll, jobKinds, ':text-matches("s of audio$")'],
  restyled: `
    fieldset > div > div { min-height: 56px !important }
    form input[type=range] { height: 20px !important }
    section > div { min-height: 0 !important }
    [aria-label="Audio player"], section > div > div:has(> div > [role=progressbar]) { gap: 16px !important }
    [aria-label="Audio player"] [aria-label="Play"] { width: 40px !important; height: 40px !important }
    @media (max-width: 767px) {
      pre { font-size: 11.5px !important; padding: 12px 10px !important }
      [aria-label="Audio player"] > div:has(> p) { min-height: 60px }
    }`,
  changed: [
    'div:has(> [aria-label=Seek])',
    'section div:has(> div > [aria-label="Download"])',
    'form > :first-child',
    'form > :last-child',
    'fieldset',
    // Code is in the machine's own font.
    'pre',
    'header:has(h2:text-is("Request"))',
    '[aria-label^="Notifications"] li',
  ],
}

// The plans have features of their own, and the present one shows its period.
const pricing = {
  gone: [
    'section[aria-label]:not([aria-label^=Enterprise]) li:nth-child(n + 4)',
    'div:has(> span:text-matches("^Billing period"))',
  ],
  changed: ['section[aria-label] ul'],
}
// More of the usage, keys with what is used of them, a password that moved to Security, and parts that the pictures have not.
const account = { comparedTop: 250, changed: ['#usage', '#subscription'] }
// A forgotten password has a way, and every password can be shown.
const password = [
  'button:has-text("Sign in with a passkey")',
  'div:has(> button:text-is("Forgot your password?"))',
  'input + button',
]

const finishedJob = {
  path: '/jobs?job=c19e05aa-3f6c-4b1e-9d57-2a60f8b1e7d4',
  answers: busy,
  isOneWindow: true,
  heights: { 1280: 880, 375: 812 },
}
const chooseJobs = async (page: Page) => {
  await firstJob(page)
  for (const index of [0, 2, 3])
    await page
      .getByRole('row')
      .getByRole('checkbox')
      .and(page.getByLabel(/^Choose (?!all)/))
      .nth(index)
      .check()
  await page.getByRole('region', { name: 'Chosen jobs' }).waitFor()
}
/** A dialog over the panel. */
const inPanel = (button: string, title: string) => async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog', { name: title }).waitFor()
}
// The card is looked at where its anchor brings it.
const webhookCard = { path: '/account#webhook', isOneWindow: true }

const security = { path: '/account#security', isOneWindow: true }
const ownVoices = { path: '/account#voices', isOneWindow: true }
const pronunciations = { path: '/account#pronunciations', isOneWindow: true, answers: creator }
/** As many parts as a blend may have. */
const fourParts = async (page: Page) => {
  await page.getByRole('button', { name: 'Blend voices' }).click()
  const dialog = page.getByRole('dialog')
  for (const _ of [3, 4]) await dialog.getByRole('button', { name: 'Add voice' }).click()
  await dialog.getByLabel('Weight of Heart').fill('1')
  await dialog.getByLabel('Name').fill('Narrator')
}

export const states: State[] = [
  { name: 'dashboard', path: '/', answers: busy, reach: firstJob, gone: [lastDay], changed: rows },
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
    changed: rows,
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
  { name: 'jobs', path: '/jobs', answers: busy, reach: firstJob, changed: rows },
  { name: 'jobs-empty', path: '/jobs?status=failed', answers: empty, reach: text('No jobs found') },
  {
    name: 'jobs-panel',
    path: '/jobs?job=c19e05aa-3f6c-4b1e-9d57-2a60f8b1e7d4',
    answers: busy,
    reach: text('Once, on a rock'),
    ...panel,
  },
  {
    name: 'jobs-panel-processing',
    path: '/jobs?job=f3a91c7e-52bd-4c90-8f1e-77b0a4d3c215',
    answers: busy,
    reach: text('Welcome, and slow down'),
    ...panel,
  },
  {
    name: 'playground',
    path: '/test?job=a94f3e60-d2c8-4f05-86be-0e71b9a2c35d',
    answers: busy,
    reach: text('Try “I can’t make that time'),
    ...playground,
  },
  {
    name: 'playground-processing',
    path: '/test',
    answers: playing,
    reach: async (page) => {
      await firstVoice(page)
      await page.getByText('Answer it').click()
      await page.getByRole('textbox', { name: 'User text' }).fill('What are three polite ways to decline a meeting?')
      await page.getByRole('button', { name: 'Submit Request' }).click()
      await text('Try “I can’t make that time')(page)
    },
    ...playground,
  },
  {
    name: 'chatbot',
    path: '/chatbot',
    answers: talking,
    reach: async (page) => {
      const [first = '', second = ''] = asked
      await page.getByRole('textbox', { name: 'Message' }).fill(first)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Play Voice' }).waitFor()
      await page.getByRole('listitem').getByRole('button', { name: 'Close notification' }).click()
      await page.getByRole('textbox', { name: 'Message' }).fill(second)
      await page.keyboard.press('Enter')
      await text('Generating voice...')(page)
    },
    // As high as a finger on phones.
    changed: ['main form', '[aria-label="Utter"]'],
  },
  {
    name: 'chatbot-voices',
    path: '/chatbot',
    answers: manyVoices,
    isOneWindow: true,
    reach: chatVoices,
  },
  {
    name: 'chatbot-refused',
    path: '/chatbot',
    answers: refused,
    reach: async (page) => {
      await chatVoices(page)
      await page.getByRole('dialog').locator('label', { hasText: 'Siwis' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('textbox', { name: 'Message' }).fill(asked[0] ?? '')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Choose another voice' }).waitFor()
      await page.getByRole('listitem').getByRole('button', { name: 'Close notification' }).click()
    },
  },
  {
    name: 'login',
    path: '/login',
    answers: visitor,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('mirabel@example.com')
      await page.evaluate('document.activeElement.blur()')
    },
    restyled: centred,
    gone: password,
  },
  {
    name: 'login-code',
    path: '/login',
    answers: codeNeeded,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('mirabel@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByRole('button', { name: 'Log In', exact: true }).click()
      await page.getByLabel('Code').fill('483 920')
    },
  },
  {
    name: 'signup',
    path: '/signup?ref=MIRA7K2D',
    answers: visitor,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('mirabel@example.com')
      await page.getByRole('textbox', { name: 'Username' }).fill('mi')
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByRole('button', { name: 'Create account' }).click()
      await text('Username must be at least 3 characters')(page)
      await page.evaluate('document.activeElement.blur()')
    },
    restyled: `${centred} main > div > p:last-child { height: 20px; overflow: hidden }`,
    changed: ['main > div > p:last-child', 'nav', 'main label'],
  },
  {
    name: 'pricing',
    path: '/pricing',
    answers: creator,
    reach: text('Upgrade to Pro'),
    ...pricing,
  },
  {
    name: 'pricing-amounts',
    path: '/pricing',
    answers: creator,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Upgrade to Pro' }).dispatchEvent('click')
      await text('Charged today')(page)
    },
  },
  { name: 'account', path: '/account', answers: creator, reach: text('Plan changed to'), ...account },
  {
    name: 'account-dialog',
    path: '/account',
    answers: creator,
    isOneWindow: true,
    reach: async (page) => {
      // Without a click, which would scroll to it.
      await page.getByRole('button', { name: 'Change email' }).dispatchEvent('click')
      await page.getByRole('dialog').getByLabel('New email').fill('mirabel@studio')
      await page.getByRole('dialog').getByLabel('Password').fill('correct horse')
      await page.getByRole('button', { name: 'Update email' }).click()
      await text('Invalid email address')(page)
      await page.evaluate('document.activeElement.blur()')
    },
    gone: ['[role=dialog] input + button'],
    changed: ['#usage', '#subscription', '#upgrade'],
  },
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
  // The pictures have nothing of these.
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
  { name: 'dashboard-visitor', path: '/', answers: visitor, reach: text('Aria') },
  {
    name: 'jobs-panel-failed',
    path: '/jobs?job=b5527d31-08e6-4d72-a1f9-93c5d0e84b6a',
    answers: busy,
    isOneWindow: true,
    reach: text('Voice and settings'),
  },
  {
    ...finishedJob,
    name: 'jobs-panel-details',
    answers: detailedJob,
    heights: { 1280: 1_600, 375: 1_700 },
    reach: text('Webhook attempts'),
  },
  {
    name: 'jobs-saved-filters',
    path: '/jobs?status=completed',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await text('Say good morning')(page)
      for (const name of ['Done', 'Everything that was completed this week']) {
        await page.getByRole('button', { name: 'Save filters' }).click()
        await page.getByLabel('Name').fill(name)
        await page.keyboard.press('Enter')
        await page.getByRole('link', { name }).waitFor()
        await page.getByLabel('Search jobs').fill(name.slice(0, 1))
        await page.getByRole('button', { name: 'Save filters' }).waitFor()
      }
      await page.getByRole('link', { name: 'Done', exact: true }).click()
    },
  },
  {
    name: 'jobs-save-filters',
    path: '/jobs?status=failed',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Save filters' }).click()
      await page.getByLabel('Name').waitFor()
    },
  },
  {
    name: 'jobs-chosen',
    path: '/jobs',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await chooseJobs(page)
      await text('jobs chosen')(page)
    },
  },
  {
    name: 'jobs-chosen-refused',
    path: '/jobs',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await chooseJobs(page)
      const bar = page.getByRole('region', { name: 'Chosen jobs' })
      await bar.getByRole('button', { name: /^Cancel/ }).click()
      await bar.getByRole('alert').waitFor()
    },
  },
  {
    name: 'jobs-deleted',
    path: '/jobs',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await chooseJobs(page)
      await page
        .getByRole('region', { name: 'Chosen jobs' })
        .getByRole('button', { name: /^Delete/ })
        .click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    ...finishedJob,
    name: 'jobs-compare',
    path: '/jobs?compare=a94f3e60-d2c8-4f05-86be-0e71b9a2c35d,c19e05aa-3f6c-4b1e-9d57-2a60f8b1e7d4',
    reach: text('The same:'),
  },
  { ...finishedJob, name: 'jobs-panel-again', reach: inPanel('Again with …', 'Again with …') },
  { ...finishedJob, name: 'jobs-panel-code', reach: inPanel('Copy as code', 'Copy as code') },
  { ...finishedJob, name: 'jobs-panel-retry', reach: inPanel('Retry', 'Retry this job') },
  { ...finishedJob, name: 'jobs-panel-delete', reach: inPanel('Delete', 'Delete this job?') },
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
  { name: 'usage-report', path: '/account/usage', answers: reported, reach: text('About') },
  { name: 'usage-report-90', path: '/account/usage?range=90&by=key', answers: reported, reach: text('Production') },
  { name: 'usage-report-own', path: ownReport, answers: reported, reach: text('Nov 20 – Nov 24') },
  { name: 'usage-report-none', path: '/account/usage', answers: neverUsed, reach: text('No jobs yet') },
  { name: 'usage-report-free', path: '/account/usage', answers: freeReport, reach: text('used up about') },
  { ...security, name: 'security', answers: guarded, reach: text('My phone') },
  { ...security, name: 'security-none', answers: creator, reach: text('Log in by your fingerprint') },
  {
    ...security,
    name: 'security-app',
    answers: creator,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Turn on an authenticator app' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill('483920')
    },
  },
  {
    ...security,
    name: 'security-codes',
    answers: guarded,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Make new codes' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
      await text('I have kept them')(page)
    },
  },
  {
    ...security,
    name: 'security-proof',
    answers: guarded,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click()
      await text('Use a passkey instead')(page)
    },
  },
  { name: 'account-unread', path: '/account', answers: unread, reach: text('Try again') },
  { ...ownVoices, name: 'own-voices', answers: creator, reach: text('Narrator for the long evenings') },
  {
    ...ownVoices,
    name: 'own-voices-none',
    answers: { ...creator, '/api/voices/mine': [] },
    reach: text('No own voices yet'),
  },
  { ...ownVoices, name: 'own-voices-blend', answers: creator, reach: fourParts },
  {
    ...ownVoices,
    name: 'own-voices-add',
    answers: creator,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add by ID' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add voice' }).click()
      await text('Voice ID is required')(page)
    },
  },
  { ...pronunciations, name: 'pronunciations', reach: text('Geh em be ha') },
  {
    ...pronunciations,
    name: 'pronunciations-not-applied',
    answers: { ...creator, '/api/pronunciations': notApplied },
    reach: text('Not applied on your plan:'),
  },
  {
    ...pronunciations,
    name: 'pronunciations-add',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add pronunciation' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await text('The written form is required')(page)
    },
  },
  {
    name: 'playground-own-voices',
    path: '/test',
    answers: creator,
    reach: async (page) => {
      await page.getByRole('button', { name: 'All 9 voices' }).click()
      await page.getByRole('group', { name: 'Voice' }).getByText('Your own', { exact: true }).waitFor()
    },
  },
  { ...webhookCard, name: 'webhook', answers: workingWebhook, reach: text('Last delivery') },
  { ...webhookCard, name: 'webhook-failing', answers: failingWebhook, reach: text('has been failing since') },
  { ...webhookCard, name: 'webhook-disabled', answers: disabledWebhook, reach: text('was disabled on') },
  {
    ...webhookCard,
    name: 'webhook-secret',
    answers: {
      ...workingWebhook,
      'POST /api/settings/webhook/secret': { secret: `whsec_${'MfKQ9r8GKYqrTwjU'.repeat(3)}` },
    },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Roll secret' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Roll secret' }).click()
      await page.getByLabel('Signing secret', { exact: true }).waitFor()
    },
  },
  { name: 'jobs-visitor', path: '/jobs', answers: visitor, reach: heading('Job Queue') },
  {
    name: 'playground-visitor',
    path: '/test',
    answers: visitor,
    reach: firstVoice,
  },
  {
    name: 'playground-ssml',
    path: '/test',
    answers: busy,
    reach: async (page) => {
      await page.getByLabel('User text').fill('<speak>Ready. <break time="1s"/> Go!</speak>')
      await page.getByRole('button', { name: 'More settings' }).click()
      await page.getByText('SSML', { exact: true }).click()
      await text('11 / ')(page)
    },
  },
  {
    name: 'playground-more',
    path: '/test',
    answers: busy,
    reach: async (page) => {
      await page.getByRole('button', { name: 'More settings' }).click()
      await page.getByLabel('Seed').fill('-1')
      await page.getByLabel('Seed').blur()
      await page.getByText('Check the words').click()
      await text('Seed must be a whole number')(page)
    },
  },
  { name: 'playground-many-voices', path: '/test', answers: manyVoices, reach: firstVoice },
  { name: 'playground-all-voices', path: '/test', answers: manyVoices, reach: allVoices },
  {
    name: 'playground-no-voice',
    path: '/test',
    answers: manyVoices,
    reach: async (page) => {
      await allVoices(page)
      await page.getByRole('searchbox', { name: 'Search voices' }).fill('Klingon')
      await text('No voice matches')(page)
    },
  },
  { name: 'chatbot-visitor', path: '/chatbot', answers: visitor, reach: heading('Voice Chatbot') },
  {
    name: 'dashboard-first-job',
    path: '/',
    answers: { ...empty, '/api/usage': usageOf({ apiCallsUsed: 0 }), '/api/keys': [] },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Make your first audio' }).click()
      await text('Costs 1 of 100 calls left')(page)
    },
  },
  {
    name: 'notifications',
    path: '/terms',
    answers: creator,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Notifications' }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'palette',
    path: '/terms',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Search and commands' }).click()
      await page.locator('[role=combobox]:focus').waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/terms',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await heading('Terms of Service')(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  { name: 'batches', path: '/batches', answers: batches, reach: text('Chapter openings') },
  { name: 'batches-none', path: '/batches', answers: noBatches, reach: text('No batches yet') },
  { name: 'batches-not-in-plan', path: '/batches', answers: withoutBatches, reach: text('Compare plans') },
  { name: 'batch-new', path: '/batches/new', answers: pricedBatch, reach: listOfBatch('sea is salty', 'Send 3 lines') },
  { name: 'batch-faulty', path: '/batches/new', answers: faultyBatch, reach: faultyList },
  { name: 'batch', path: batchScreen, answers: batch, reach: text('lines spoken') },
  { name: 'voices', path: '/voices', answers: batches, reach: text('Siwis') },
  { name: 'voices-text', path: '/voices', answers: batches, reach: ownText },
  { name: 'voices-visitor', path: '/voices', answers: { ...manyVoices, '/api/auth/me': null }, reach: text('Siwis') },
  { name: 'works', path: '/works', answers: reading, reach: text('Letters to a Young Gardener') },
  { name: 'works-none', path: '/works', answers: noWorks, reach: text('No works yet') },
  { name: 'works-loading', path: '/works', answers: waitingWorks, reach: heading('Works') },
  { name: 'works-unread', path: '/works', answers: unreadWorks, reach: text('Try again') },
  { name: 'works-not-in-plan', path: '/works', answers: withoutWorks, reach: text('Compare plans') },
  { name: 'works-new', path: '/works/new', answers: priced, reach: exampleOfWork('About 9 minutes') },
  { name: 'works-refused', path: '/works/new', answers: refusedWork, reach: exampleOfWork('and 1 is left') },
  { name: 'works-file', path: '/works/new', answers: pricedFile, reach: fileOfWork('17') },
  { name: 'works-file-sent', path: '/works/new', answers: sentFile, reach: fileOfWork('Sending the file') },
  { name: 'works-file-unpriced', path: '/works/new', answers: unreadFile, reach: fileOfWork('Try again') },
  { name: 'works-file-refused', path: '/works/new', answers: noWorks, reach: fileOfWork('This file is empty', '') },
  { name: 'work', path: workScreen, answers: reading, reach: openChapter },
  { name: 'work-loading', path: workScreen, answers: waitingWorks, reach: heading('Work') },
  {
    name: 'work-changing',
    path: workScreen,
    answers: changing,
    reach: async (page) => {
      await openChapter(page)
      await page.getByRole('button', { name: 'Edit paragraph 2' }).click()
      await page.getByRole('button', { name: 'More for paragraph 3' }).click()
    },
  },
  {
    name: 'work-heard',
    path: workScreen,
    answers: spokenWork,
    reach: async (page) => {
      await openChapter(page)
      await page.getByText('Captions', { exact: true }).waitFor()
      await page.evaluate(
        "const sound = document.querySelector('audio'); sound.currentTime = 3.6; sound.dispatchEvent(new Event('timeupdate'))",
      )
      await page.locator('[data-word][data-heard]').waitFor()
    },
  },
  {
    name: 'work-podcast',
    path: workScreen,
    answers: spokenWork,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Podcast' }).click()
      await page.getByText('It has an address since').waitFor()
    },
  },
  {
    name: 'work-podcast-made',
    path: workScreen,
    answers: spokenWork,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Podcast' }).click()
      await page.getByRole('button', { name: 'New address' }).click()
      await page.getByLabel('Podcast address').first().waitFor()
    },
  },
  { name: 'work-paused', path: workScreen, answers: paused, reach: text('See plans') },
]
