import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans } from '@utter/contracts/plans'
import { expect, test } from 'vitest'
import { aJob, aVoice, jobViewOf, submittedAs } from '../answers/jobs.ts'
import { soundsOfPage } from '../support/sounds.ts'
import { answer, button, type Handlers, openScreen, openSignedIn, press, seen, sentTo } from '../support/support.tsx'
import '../../src/pages/voices.tsx'

const voices = [
  aVoice('heart', 'Heart', { language: 'en-US', languages: ['en-US'], sex: 'female', speedClass: 'natural' }),
  aVoice('emma', 'Emma', { language: 'en-GB', languages: ['en-GB'], sex: 'female' }),
  aVoice('alex', 'Alex', { language: 'es', languages: ['es'], sex: 'male' }),
]
const answers: Handlers = {
  'GET /api/voices': () => answer(voices),
  'GET /api/voices/mine': () => answer([]),
  'GET /api/plans': () => answer(standardPlans),
}
const shown = () =>
  screen.getAllByRole('button', { name: /^(Play a sample of|Hear your text by)/ }).map((one) => one.ariaLabel)

test('a visitor finds voices by name, language, sex and speed, and is led to the login for a text', async () => {
  openScreen('/voices', answers)
  await button('Play a sample of Heart')
  await userEvent.selectOptions(screen.getByLabelText('Filter by sex'), 'female')
  expect(shown()).toEqual(['Play a sample of Heart', 'Play a sample of Emma'])
  await userEvent.selectOptions(screen.getByLabelText('Filter by speed'), 'natural')
  expect(shown()).toEqual(['Play a sample of Heart'])
  await userEvent.selectOptions(screen.getByLabelText('Filter by language'), 'es')
  await seen('No voice matches')
  await press('Clear filters')
  fireEvent.change(screen.getByLabelText('Search voices'), { target: { value: 'alex' } })
  expect(shown()).toEqual(['Play a sample of Alex'])
  expect(screen.getByRole('link', { name: 'Use in Playground: Alex' }).getAttribute('href')).toBe(
    '/test?kind=tts&voice=alex',
  )
  expect(screen.getByRole('link', { name: /Log in to hear/ }).getAttribute('href')).toBe('/login?next=%2Fvoices')
  expect(screen.queryByLabelText('Your own text')).toBeNull()
})

test('a text of one’s own is spoken as a job, with its price before the click, and asked for once', async () => {
  const play = soundsOfPage()
  const job = aJob({ status: 'completed', progress: 100, audioUrl: '/audio/a.mp3' })
  openSignedIn('/voices', {
    ...answers,
    'POST /api/tts': () =>
      answer({
        jobId: job.id,
        status: 'completed',
        cached: false,
        audioUrl: '/audio/a.mp3',
        links: submittedAs(job.id).links,
      }),
    [`GET /api/jobs/${job.id}`]: () => answer(jobViewOf(job)),
  })
  fireEvent.change(await screen.findByLabelText('Your own text'), { target: { value: 'x'.repeat(150) } })
  await seen('1 call, about 11 s')
  expect(screen.getAllByText('1 call, about 2 s')).toHaveLength(2)
  await press('Hear your text by Emma')
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
  expect(play.mock.contexts[0]).toHaveProperty('src', expect.stringMatching(/audio\/a\.mp3$/))
  expect(sentTo('POST /api/tts')).toMatchObject([{ userText: 'x'.repeat(150), voiceId: 'emma' }])
})
