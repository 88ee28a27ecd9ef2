import { JobView } from '@utter/contracts/http/jobs/job-views'
import { aBatchDryRun, aBatchRow } from '@utter/web/test/answers/batches'
import { aJob, aVoice } from '@utter/web/test/answers/jobs'
import { aSecret, aSharedJob } from '@utter/web/test/answers/shared'
import { aFileDryRun, aParagraph, aSpokenChapter, aVersion, aWork, chapterViewOf } from '@utter/web/test/answers/works'
import type { Page } from 'playwright-core'
import { accessStates } from './access-states.ts'
import { answerAs, answerReply, refuse } from './answered.ts'
import { asPlan } from './as-plan.ts'
import { billingStates } from './billing-states.ts'
import { guideStates } from './guide-states.ts'
import { jobStates } from './job-states.ts'
import { plainScreens } from './plain-screens.ts'
import { aState, type ScreenState } from './screen-state.ts'
import { usageReportStates } from './usage-report-states.ts'
import { usageStates } from './usage-states.ts'
import { webhookStates } from './webhook-states.ts'
import { workVoiceStates } from './work-voice-states.ts'

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()

const manyVoices = ['en-US', 'en-GB', 'es', 'pt-BR'].flatMap((language) =>
  ['One', 'Two', 'Three'].map((name) =>
    aVoice(`${language}-${name}`, name, { language, languages: [language], sex: 'female' }),
  ),
)

const chapter = aSpokenChapter()
const work = aWork({ state: 'completed', progress: 100, chapters: [chapter] })
const paragraphs = ['The harbour is quiet.', 'The lamp is lit.'].map((words, index) =>
  aParagraph(`a0000000-0000-4000-8000-00000000000${index}`, words),
)
const versions = [
  aVersion('a0000000-0000-4000-8000-000000000002', 'The boats are in.', { isRemoved: true }),
  aVersion('a0000000-0000-4000-8000-000000000000', 'The old harbour was quiet.'),
]
/** The first is heard from its beginning. */
const chapterWords = {
  ...{ chapterId: chapter.chapterId, durationMs: 4_000, complete: true },
  paragraphs: paragraphs.map(({ paragraphId }, index) => ({
    paragraphId,
    ...{ startMs: 2_000 * index, endMs: 2_000 * index + 1_900 },
    words: [{ text: 'The', startMs: 2_000 * index, endMs: 2_000 * index + 200, estimated: false }],
  })),
}

const askChatbot = async (page: Page) => {
  await page.getByPlaceholder('Ask me anything...').fill('What is a harbour?')
  await page.keyboard.press('Enter')
}

const openPalette = async (page: Page) => {
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await page.locator('[role=combobox]:focus').waitFor()
}

/** My Account, in each state that looks different. */
export const accountStates: ScreenState[] = [
  ...billingStates,
  ...usageStates,
  ...usageReportStates,
  ...accessStates,
  ...webhookStates,
]

/** Every other screen, likewise. `job` is a finished one, with its text. */
export const screenStates = (job: { id: string; text: string }): ScreenState[] => [
  ...plainScreens.map(([who, path, name]) => ({ name: `${path}, ${who}`, who, path, reach: heading(name) })),
  aState('Dashboard of a visitor', 'visitor', '/', (page) => page.getByRole('radio').first().waitFor()),
  aState('Dashboard without jobs', 'new', '/', text('No jobs yet')),
  aState('Dashboard with jobs', 'busy', '/', text(job.text)),
  aState('Job Queue without jobs', 'new', '/jobs', text('No jobs')),
  aState('Job Queue with jobs', 'busy', '/jobs', text(job.text)),
  aState('Job Queue, nothing found', 'busy', '/jobs?q=nothing-has-this', text('No jobs found')),
  aState('job panel', 'busy', `/jobs?job=${job.id}`, (page) =>
    page.getByRole('dialog').getByRole('slider', { name: 'Seek' }).waitFor(),
  ),
  aState('Playground', 'busy', '/test', (page) =>
    page.getByRole('group', { name: 'Voice' }).getByRole('radio').first().waitFor(),
  ),
  aState('Playground with all of many voices', 'busy', '/test', async (page) => {
    await page.route('**/api/voices', (route) => route.fulfill({ json: manyVoices }))
    await page.reload()
    await page.getByRole('button', { name: /^All \d+ voices$/ }).click()
    await page.getByRole('searchbox', { name: 'Search voices' }).waitFor()
  }),
  aState('Playground with errors', 'busy', '/test', async (page) => {
    await page.getByRole('button', { name: 'Submit Request' }).click()
    await page.getByText('User text is required').waitFor()
  }),
  aState('Playground with more settings', 'busy', '/test', async (page) => {
    await page.getByRole('button', { name: 'More settings' }).click()
    await page.getByLabel('Seed').fill('-1')
    await page.getByLabel('Seed').blur()
    await page.getByText('Seed must be a whole number').waitFor()
  }),
  aState('Playground with a result', 'busy', `/test?job=${job.id}`, (page) =>
    page.getByRole('slider', { name: 'Seek' }).waitFor(),
  ),
  aState('Chatbot', 'busy', '/chatbot', (page) => page.getByPlaceholder('Ask me anything...').waitFor()),
  aState('Chatbot after an answer', 'busy', '/chatbot', async (page) => {
    const spoken = JobView.parse(await (await page.request.get(`/api/jobs/${job.id}`)).json())
    await answerReply(page, { ...spoken, aiResponse: 'A harbour is a safe place for ships.' })
    await askChatbot(page)
    await page.getByRole('button', { name: /^(Play Voice|Pause)$/ }).waitFor()
  }),
  aState('Chatbot while a reply is written', 'busy', '/chatbot', async (page) => {
    await answerReply(page, { progress: 10 }, 'A harbour is a safe')
    await askChatbot(page)
    await page.getByText('Generating voice...').waitFor()
  }),
  aState('Chatbot with a question that its voice refused', 'busy', '/chatbot', async (page) => {
    await refuse(page, '**/api/reply', 'This voice speaks English, not Thai', { code: 'language_not_spoken' })
    await page.getByRole('button', { name: /^Voice: / }).click()
    await page.getByRole('dialog').getByRole('radio').nth(1).check({ force: true })
    await page.getByRole('button', { name: 'Done' }).click()
    await askChatbot(page)
    await page.getByRole('button', { name: 'Choose another voice' }).waitFor()
  }),
  aState('Chatbot with all voices', 'busy', '/chatbot', async (page) => {
    await page.getByRole('button', { name: /^Voice: / }).click()
    await page.getByRole('searchbox', { name: 'Search voices' }).waitFor()
  }),
  aState('Log In with errors', 'visitor', '/login', async (page) => {
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.getByText('Password is required').waitFor()
  }),
  aState('Sign up with errors', 'visitor', '/signup', async (page) => {
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Username must be at least 3 characters').waitFor()
  }),
  aState('404', 'visitor', '/nowhere', heading('404 Page Not Found')),
  aState(
    'sidebar sheet',
    'busy',
    '/terms',
    async (page) => {
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      await page.getByRole('dialog').waitFor()
    },
    { isNarrow: true },
  ),
  aState(
    'toast',
    'busy',
    '/jobs',
    async (page) => {
      await page.getByRole('button', { name: `Copy job ID ${job.id.slice(0, 12)}…` }).click()
      const toast = page.getByRole('region', { name: /^Notifications \(/ }).getByRole('listitem')
      await toast.waitFor()
      // Its time is paused while the pointer is on it.
      await toast.hover()
    },
    { isFleeting: true },
  ),
  aState(
    'tooltip',
    'visitor',
    '/terms',
    async (page) => {
      await page.getByRole('button', { name: 'Toggle sidebar' }).focus()
      await page.keyboard.press('Tab')
      await page.getByRole('tooltip').waitFor()
    },
    { isFleeting: true },
  ),
  aState('languages', 'busy', '/terms', async (page) => {
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('dialog', { name: 'Language' }).waitFor()
  }),
  aState('palette', 'busy', '/terms', openPalette),
  aState('palette with nothing found', 'visitor', '/terms', async (page) => {
    await openPalette(page)
    await page.keyboard.type('nothing has this')
    await page.getByText('Nothing found').waitFor()
  }),
  aState('palette that leads to the search of all jobs', 'busy', '/terms', async (page) => {
    await openPalette(page)
    await page.keyboard.type('nothing has this')
    await page.getByText('Search all jobs for').waitFor()
  }),
  aState('palette with a job', 'busy', '/jobs', async (page) => {
    await text(job.text)(page)
    await openPalette(page)
    await page.keyboard.type(job.id.slice(0, 8))
    await page.getByRole('group', { name: 'Jobs' }).waitFor()
  }),
  aState('shortcuts', 'busy', '/terms', async (page) => {
    await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  }),
  aState('Batches', 'busy', '/batches', async (page) => {
    await answerAs(page, 'GET', '**/api/batches?*', [aBatchRow()])
    await text('The sea is salty')(page)
  }),
  aState('New batch with faulty lines', 'busy', '/batches/new', async (page) => {
    await asPlan(page, { subscriptionTier: 'starter' })
    // The server, which knows the plan that it has, has no batches for it.
    await page.route('**/api/batch?dryRun=true', (route) =>
      route.fulfill({ json: aBatchDryRun(route.request().postDataJSON()) }),
    )
    await page.getByRole('button', { name: 'Paste a list' }).click()
    await page.getByLabel('List').fill('text,voice\nThe sea is salty,\n,default')
    await text('Line 3, text: User text is required')(page)
  }),
  aState('Batch', 'busy', `/batches/${aBatchRow().batchId}`, async (page) => {
    const failed = aJob({ id: aBatchRow().batchId, status: 'failed', error: 'Too long', userText: 'High water' })
    await answerAs(page, 'GET', '**/api/batch/*/jobs', [aJob({ status: 'processing', progress: 40 }), failed])
    await text('Send 1 failed line again')(page)
  }),
  aState('Works without works', 'busy', '/works', async (page) => {
    await asPlan(page, { subscriptionTier: 'creator' })
    await text('No works yet')(page)
  }),
  aState('New work of a file', 'busy', '/works/new', async (page) => {
    await answerAs(page, 'POST', '**/api/works/file?*', aFileDryRun())
    await asPlan(page, { subscriptionTier: 'creator' })
    const file = { name: 'harbour.md', mimeType: 'text/markdown', buffer: Buffer.from('# The harbour') }
    await page.getByLabel('File of the work').setInputFiles(file)
    await text('2 chapters, 14,000 characters')(page)
  }),
  aState('Work with an open chapter', 'busy', `/works/${work.workId}`, async (page) => {
    await answerAs(page, 'GET', `**/api/works/${work.workId}`, work)
    await answerAs(page, 'GET', `**/api/works/${work.workId}/chapters/*`, chapterViewOf(chapter, paragraphs))
    await answerAs(page, 'GET', `**/api/works/${work.workId}/chapters/*/words`, chapterWords)
    await asPlan(page, { subscriptionTier: 'creator' })
    await page.getByRole('button', { name: chapter.title, expanded: false }).click()
    await page.getByRole('button', { name: 'More for paragraph 1' }).click()
    await page.evaluate(
      "const sound = document.querySelector('audio'); sound.currentTime = 0.1; sound.dispatchEvent(new Event('timeupdate'))",
    )
    await page.locator('[data-word][data-heard]').waitFor()
  }),
  aState('Versions of a chapter', 'busy', `/works/${work.workId}`, async (page) => {
    await answerAs(page, 'GET', `**/api/works/${work.workId}`, work)
    await answerAs(page, 'GET', `**/api/works/${work.workId}/chapters/*`, chapterViewOf(chapter, paragraphs))
    await answerAs(page, 'GET', `**/api/works/${work.workId}/chapters/*/versions`, { versions })
    await asPlan(page, { subscriptionTier: 'creator' })
    await page.getByRole('button', { name: chapter.title, expanded: false }).click()
    await page.getByRole('button', { name: 'Versions' }).click()
    await text('Removed')(page)
  }),
  aState('Podcast of a work', 'busy', `/works/${work.workId}`, async (page) => {
    await answerAs(page, 'GET', `**/api/works/${work.workId}`, work)
    await answerAs(page, 'GET', `**/api/works/${work.workId}/feed`, { since: work.createdAt })
    await asPlan(page, { subscriptionTier: 'creator' })
    await page.getByRole('button', { name: 'Podcast' }).click()
    await text('It has an address since')(page)
  }),
  aState('shared sound', 'visitor', `/shared/${aSecret}`, async (page) => {
    const words = [{ word: 'A', start: 0, end: 0.2, estimated: false }]
    await answerAs(page, 'GET', `**/api/shared/${aSecret}`, aSharedJob({ words }))
    await page.reload()
    await text('Made by AI')(page)
  }),
  aState('link that opens nothing', 'visitor', `/shared/${aSecret}`, text('This link opens nothing any more')),
  ...workVoiceStates,
  ...jobStates(job),
  ...guideStates,
]
