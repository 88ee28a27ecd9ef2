import type { Page } from 'playwright-core'
import { creator } from '../answers/account.ts'
import { busy, manyVoices, playing, visitor } from '../answers/api.ts'
import { type State, soundControls, text } from './state.ts'

const firstVoice = (page: Page) =>
  page.getByRole('group', { name: 'Voice' }).getByRole('radio').first().waitFor({ state: 'attached' })
const allVoices = async (page: Page) => {
  await page.getByRole('button', { name: 'All 12 voices' }).click()
  await page.getByRole('group', { name: 'Voice' }).getByText('Siwis').waitFor()
}

// Beyond the pictures: all of a long text.
const showAll = 'button:text-is("Show all")'
const jobKinds = 'fieldset:has([value=reply])'

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

export const picturedPlayground: State[] = [
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
]

export const picturedPlaygroundOwnVoices: State = {
  name: 'playground-own-voices',
  path: '/test',
  answers: creator,
  reach: async (page) => {
    await page.getByRole('button', { name: 'All 9 voices' }).click()
    await page.getByRole('group', { name: 'Voice' }).getByText('Your own', { exact: true }).waitFor()
  },
}

export const picturedPlaygroundOfVisitor: State = {
  name: 'playground-visitor',
  path: '/test',
  answers: visitor,
  reach: firstVoice,
}

export const picturedPlaygroundSettings: State[] = [
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
]

export const picturedPlaygroundVoices: State[] = [
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
]
