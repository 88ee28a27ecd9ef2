import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reportError } from '../../src/lib/browser/report-error.ts'
import { aSecret, aSharedJob } from '../answers/shared.ts'
import { soundsOfPage } from '../support/sounds.ts'
import { answer, button, openScreen, press, problem, seen, sentTo } from '../support/support.tsx'
import '../../src/pages/shared.tsx'

const address = `/api/shared/${aSecret}`
const open = (body: unknown = aSharedJob()) =>
  openScreen(`/shared/${aSecret}`, {
    [`GET ${address}`]: () => (body instanceof Response ? body : answer(body)),
  })

test('a stranger hears the sound, and reads what was asked and replied, by whom and when', async () => {
  const play = soundsOfPage()
  open()
  for (const text of ['What is a lamp?', 'A small light.', 'Made by AI', /Spoken by Joe/]) await seen(text)
  expect(document.querySelector('time')?.textContent).toBe('Jan 1, 2026')
  await press('Play')
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
  expect(document.querySelector('audio')?.getAttribute('src')).toBe(`${address}/audio.mp3`)
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(`${address}/audio.mp3?download`)
})

test('words are lit as they are heard', async () => {
  soundsOfPage()
  const words = ['A', 'small', 'light'].map((word, index) => ({
    ...{ word, start: index, end: index + 0.9, estimated: false },
  }))
  open(aSharedJob({ words }))
  await seen('small')
  const sound = document.querySelector('audio')!
  fireEvent.play(sound)
  sound.currentTime = 1.2
  fireEvent.timeUpdate(sound)
  await waitFor(() => expect(document.querySelector('[data-heard]')?.textContent).toBe('small'))
})

test('without its texts there is the sound alone, and a voice without a name has none', async () => {
  const { userText: _, aiResponse: _reply, ...rest } = aSharedJob({ voice: { id: 'own-1' } })
  open(rest)
  await seen(/Spoken by an AI voice/)
  expect(screen.queryByText('Reply')).toBeNull()
  expect(document.body.textContent).not.toContain('own-1')
})

test('a link that was taken back says so, and leads to Utter', async () => {
  open(problem(404, 'This link opens nothing', { code: 'share_not_found' }))
  await seen('This link opens nothing any more')
  expect(screen.getByRole('link', { name: 'Have a look' }).getAttribute('href')).toBe('/')
})

test('a failure can be tried again', async () => {
  let isDown = true
  openScreen(`/shared/${aSecret}`, {
    [`GET ${address}`]: () => (isDown ? problem(503, 'Unavailable') : answer(aSharedJob())),
  })
  await button('Try again')
  isDown = false
  await press('Try again')
  await seen('A small light.')
})

test('no report of an error has the secret of the link', () => {
  open()
  vi.stubGlobal('location', { ...location, pathname: `/shared/${aSecret}` })
  reportError(new Error('x is undefined'))
  vi.unstubAllGlobals()
  expect(sentTo('POST /api/client-errors')).toMatchObject([{ path: '/shared/…', message: 'x is undefined' }])
})
