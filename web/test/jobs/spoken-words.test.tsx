import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { placedWords, wordAt } from '../../src/features/player/words/placed-words.ts'
import { aUser } from '../answers/account.ts'
import { aJob, aVoice, jobViewOf } from '../answers/jobs.ts'
import { answer, FakeEventSource, openScreen, problem } from '../support/support.tsx'
import '../../src/pages/playground.tsx'

const times = (...words: string[]) =>
  words.map((word, index) => ({ word, start: index, end: index + 0.8, estimated: false }))
const words = times('Good', 'morning', 'It', 'costs')

describe('a text in its parts', () => {
  test('each word is where the text has it; signs and spaces are between', () => {
    expect(placedWords('“Good morning!”  It costs.', words)).toEqual([
      ...[{ text: '“' }, { text: 'Good', word: 0 }, { text: ' ' }, { text: 'morning', word: 1 }],
      ...[{ text: '!”  ' }, { text: 'It', word: 2 }, { text: ' ' }, { text: 'costs', word: 3 }, { text: '.' }],
    ])
  })

  test('a word that the text does not have is left out, and none after it is lost', () => {
    const parts = placedWords('It costs $5, it does.', times('It', 'costs', 'five', 'dollars', 'it', 'does'))
    expect(parts.map(({ text }) => text).join('')).toBe('It costs $5, it does.')
    expect(parts.flatMap(({ word }) => (word === undefined ? [] : [word]))).toEqual([0, 1, 4, 5])
  })

  test('the word of a time is the last that has begun', () => {
    expect([-1, 0, 0.9, 3, 99].map((seconds) => wordAt(words, seconds))).toEqual([undefined, 0, 0, 3, 3])
  })
})

describe('the player of a job with word times', () => {
  const row = aJob({ status: 'completed', progress: 100, userText: 'Good morning! It costs.' })
  const open = (over: object, answered = answer(words)) =>
    openScreen(`/test?job=${row.id}`, {
      'GET /api/auth/me': () => answer({ user: aUser() }),
      'GET /api/voices': () => answer([aVoice('juno', 'Juno')]),
      [`GET /api/jobs/${row.id}`]: () =>
        answer(jobViewOf(row, [], { audioUrl: '/audio/1.mp3', durationMs: 4_000, ...over })),
      [`GET /api/jobs/${row.id}/words`]: () => answered,
    })
  const sound = () => document.querySelector('audio') ?? expect.unreachable()
  const heard = () => document.querySelector('[data-heard]')?.textContent
  beforeEach(() => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  })

  test('the word that is heard is lit, and a click on a word goes there', async () => {
    open({ words: true })
    fireEvent.click(await screen.findByText('costs'))
    expect(sound().currentTime).toBe(3)
    expect(heard()).toBe('costs')
    act(() => void sound().dispatchEvent(new Event('play')))
    sound().currentTime = 1.2
    await waitFor(() => expect(heard()).toBe('morning'))
    act(() => void sound().dispatchEvent(new Event('pause')))
  })

  test('without words, or where they cannot be had, the text is shown as before', async () => {
    const { count } = open({})
    await screen.findByText('Good morning! It costs.')
    expect(count(`GET /api/jobs/${row.id}/words`)).toBe(0)
    document.body.replaceChildren()
    open({ words: true }, problem(403, 'Word timestamps are available from the creator plan'))
    await screen.findAllByText('Good morning! It costs.')
    expect(heard()).toBeUndefined()
  })
})

test('the words of a job that is heard while it is spoken are lit, with each sentence more of them', async () => {
  const played = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
  const row = aJob({ status: 'processing', progress: 50, userText: 'Good morning! It costs.', version: 3 })
  openScreen(`/test?job=${row.id}`, {
    'GET /api/auth/me': () => answer({ user: aUser() }),
    'GET /api/voices': () => answer([aVoice('juno', 'Juno')]),
    [`GET /api/jobs/${row.id}`]: () => answer(jobViewOf(row, [], {})),
  })
  const stream = () => FakeEventSource.of(`/api/events/${row.id}`).at(-1)
  await waitFor(() => expect(stream()).toBeDefined())
  act(() => stream()?.emitNamed('audio', { audioUrl: '/audio/live.mp3', live: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Listen now' }))
  const sound = played.mock.contexts.at(-1) as HTMLMediaElement
  act(() => void sound.dispatchEvent(new Event('playing')))
  const heard = () => document.querySelector('[data-heard]')?.textContent
  act(() => stream()?.emitNamed('words', { words: words.slice(0, 2) }))
  sound.currentTime = 3.2
  await waitFor(() => expect(heard()).toBe('morning'))
  act(() => stream()?.emitNamed('words', { words }))
  await waitFor(() => expect(heard()).toBe('costs'))
  // Its sound comes from the beginning alone.
  fireEvent.click(screen.getByText('Good'))
  expect(sound.currentTime).toBe(3.2)
})
