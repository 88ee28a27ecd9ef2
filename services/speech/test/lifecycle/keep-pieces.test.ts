import { randomUUID } from 'node:crypto'
import type { SpokenPart } from '@utter/contracts/spoken-part'
import { beforeEach, describe, expect, test } from 'vitest'
import { pcmHashOf } from '../../src/domain/stored-audio.ts'
import { brokenOff, countingVoices, takeOf } from '../support/counting-voices.ts'
import { usual } from '../support/local-voice.ts'
import { openKeeping, partsOf, speakKept } from '../support/open-keeping.ts'

const { pieces, files, sounds, named } = await openKeeping('speech-keeping')

let userId: string
let workId: string
beforeEach(() => {
  ;[userId, workId] = [randomUUID(), randomUUID()]
})

const paragraphs = Array.from(
  { length: 20 },
  (_, index) => `This is how paragraph ${index + 1} begins. It ends with the words of number ${index + 1}.`,
)
const changed = paragraphs.with(7, 'This paragraph is another one now. It has one sentence more. And it ends here.')
const lengthOf = (said: string[]) => said.reduce((sum, one) => sum + one.length - one.indexOf(':') - 2, 0)

test('of a section with one changed paragraph the voice is asked for that one alone, and every other piece is the same sound', async () => {
  const { speech, said } = countingVoices()
  let kept = 0
  const onKept = () => void kept++
  const speak = (texts: string[]) => speakKept(speech, pieces, { userId, workId, onKept, ...partsOf(texts) })
  const first = await speak(paragraphs)
  expect([said.length, kept, first.spoken.recordings]).toEqual([40, 40, 40])
  expect(first.newCharacters).toBe(lengthOf(said))
  said.splice(0)
  const second = await speak(changed)
  expect(said).toEqual([
    'one: This paragraph is another one now.',
    'one: It has one sentence more.',
    'one: And it ends here.',
  ])
  expect([second.newCharacters, second.spoken.recordings]).toEqual([lengthOf(said), 3])
  expect(second.hashes.toSpliced(14, 3)).toEqual(first.hashes.toSpliced(14, 2))
  expect(new Set(second.hashes).size).toBe(41)
  said.splice(0)
  const third = await speak(changed)
  expect([said, kept, third.newCharacters, third.spoken.recordings]).toEqual([[], 43, 0, 0])
  expect(third.hashes).toEqual(second.hashes)
})

test('a paragraph that goes, comes or moves has no other spoken again, with a heading before it or a row of stars', async () => {
  const { speech, said } = countingVoices()
  const texts = ['Chapter One', 'It was a dark night.', '***', 'Nobody was there', 'Then the day came.']
  const speak = (...places: number[]) =>
    speakKept(speech, pieces, { userId, workId, ...partsOf(places.map((place) => texts[place] ?? '')) })
  const first = await speak(0, 1, 2, 3, 4)
  expect(said).toHaveLength(4)
  said.splice(0)
  for (const places of [
    [0, 1, 2, 3],
    [3, 2],
    [4, 0, 3, 1],
    [2, 0],
  ])
    await speak(...places)
  expect(said).toEqual([])
  const { hashes } = await speak(0, 1, 2, 3, 4)
  expect(hashes).toEqual(first.hashes)
})

describe('a piece', () => {
  const text = 'The harbour was quiet.'
  test.each<[string, object, number]>([
    ['of the same request', {}, 0],
    ['of another work', { workId: randomUUID() }, 0],
    ['at the speed that is the voice’s own', { ttsSettings: { ...usual, speed: 1 } }, 0],
    ['of another account', { userId: randomUUID() }, 1],
    ['by another voice', { voiceId: 'two' }, 1],
    ['at another speed', { ttsSettings: { ...usual, speed: 1.2 } }, 1],
    ['by another setting', { ttsSettings: { ...usual, style: 0.9 } }, 1],
    ['with a seed', { seed: 7 }, 1],
    ['at another rate', { parts: [{ text, rate: 0.8 }] }, 1],
    ['by a mark’s voice', { parts: [{ text, voiceId: 'two' }] }, 1],
    ['read as another language', { language: 'en-GB' }, 1],
    ['as it was written', { textNormalization: 'off' }, 1],
  ])('%s is taken or not', async (_, asked, times) => {
    const { speech, said } = countingVoices()
    await speakKept(speech, pieces, { userId, workId, text })
    said.splice(0)
    await speakKept(speech, pieces, { userId, workId, text, ...asked })
    expect(said).toHaveLength(times)
  })
  test('that is said twice is spoken once and counted once', async () => {
    const { speech, said } = countingVoices()
    const twice = partsOf(['Nobody came. Nobody came.', 'Nobody came.'])
    const { newCharacters, hashes } = await speakKept(speech, pieces, { userId, workId, ...twice })
    expect([said, newCharacters]).toEqual([['one: Nobody came.'], 'Nobody came.'.length])
    expect(hashes).toHaveLength(3)
    expect(await sounds(userId)).toEqual(await named(userId))
  })
  test('whose file is gone is spoken again, and kept again', async () => {
    const { speech, said } = countingVoices()
    const speak = () => speakKept(speech, pieces, { userId, workId, text })
    await speak()
    const [gone = ''] = await sounds(userId)
    await files.remove(gone)
    const again = await speak()
    expect([said.length, again.spokenCharacters, again.newCharacters]).toEqual([2, text.length, 0])
    expect((await speak()).hashes).toEqual(again.hashes)
    expect(said).toHaveLength(2)
    expect(await sounds(userId)).toEqual(await named(userId))
  })
  test('that was cut at a mark is whole where it stands alone', async () => {
    const silent = (piece: string) => {
      const { samples, ...take } = takeOf(piece)
      return { ...take, samples: Float32Array.from([...samples, ...new Float32Array(9_600)]) }
    }
    const { speech, said } = countingVoices(silent)
    const speak = (...parts: SpokenPart[]) => speakKept(speech, pieces, { userId, workId, text: 'x'.repeat(40), parts })
    await speak({ text: 'Nobody was there' }, { pauseMs: 900 }, { text: 'that day.' })
    const { spoken } = await speak({ text: 'Nobody was there,' })
    expect(said).toHaveLength(2)
    expect(spoken.samples).toHaveLength(silent('Nobody was there,').samples.length)
  })
  test('that a voice has broken off is kept as it was spoken the next time', async () => {
    const { speech, said } = countingVoices((piece, nth) => (nth === 1 ? brokenOff(piece) : takeOf(piece)))
    const speak = () => speakKept(speech, pieces, { userId, workId, ...partsOf([text, 'Nobody was there.']) })
    const first = await speak()
    const newCharacters = text.length + 'Nobody was there.'.length
    expect([said.length, first.spoken.recordings, first.newCharacters]).toEqual([3, 3, newCharacters])
    expect(await pcmHashOf((await speak()).spoken.samples)).toBe(await pcmHashOf(first.spoken.samples))
    expect(said).toHaveLength(3)
  })
})

test('each role has its own voice and language, and its pieces are taken by it alone', async () => {
  const { speech, said, requests } = countingVoices()
  const parts = [
    { text: 'She asked what it costs.\n' },
    { pauseMs: 600 },
    { text: 'Es kostet 3 Euro.\n', voiceId: 'drei' },
    { pauseMs: 600 },
    { text: 'It costs 3 euros.\n', voiceId: 'two' },
  ]
  const speak = (more = parts) => speakKept(speech, pieces, { userId, workId, text: 'x'.repeat(60), parts: more })
  const first = await speak()
  expect(said.map((one) => one.split(':')[0])).toEqual(['one', 'drei', 'two'])
  said.splice(0)
  expect((await speak()).hashes).toEqual(first.hashes)
  expect(said).toEqual([])
  await speak(parts.with(4, { text: 'It costs 3 euros.\n', voiceId: 'one' }))
  expect(said).toHaveLength(1)
  expect(requests.every(({ isTimed }) => isTimed)).toBe(true)
})

test('taken pieces have their words at the same times', async () => {
  const { speech } = countingVoices()
  const first = await speakKept(speech, pieces, { userId, workId, ...partsOf(paragraphs.slice(0, 3)) })
  const again = await speakKept(speech, pieces, { userId, workId, words: true, ...partsOf(paragraphs.slice(0, 3)) })
  expect(again.said).toEqual(first.said)
  expect(again.said[0]?.words).toHaveLength(5)
  const { said } = await speakKept(speech, pieces, { userId, workId, ...partsOf(paragraphs.slice(1, 3)) })
  const inPiece = (pieces: typeof said) =>
    pieces.map(({ text, startMs, words = [] }) => [text, ...words.map((word) => Math.round(word.endMs - startMs))])
  expect(inPiece(said)).toEqual(inPiece(first.said.slice(2)))
})

test('a word that is spoken by its sounds is the same piece beside another one, and another by other sounds', async () => {
  const voices = countingVoices().speech
  const { speech, said } = countingVoices(
    takeOf,
    (await voices.voices()).map((voice) => ({ ...voice, phonemes: true })),
  )
  const leith = (phonemes: string) => [{ text: 'We met in ' }, { text: 'Leith', phonemes }, { text: ' that day.\n' }]
  const more = [{ text: 'Then came ' }, { text: 'Siobhan', phonemes: 'ʃɪvɔːn' }, { text: '.\n' }, { pauseMs: 600 }]
  const speak = (...parts: SpokenPart[]) => speakKept(speech, pieces, { userId, workId, text: 'x'.repeat(40), parts })
  const first = await speak(...leith('liːθ'))
  said.splice(0)
  const second = await speak(...more, ...leith('liːθ'))
  expect(said).toHaveLength(1)
  expect(second.said.map(({ text }) => text)).toEqual(['Then came Siobhan.', 'We met in Leith that day.'])
  expect(second.newCharacters).toBe('Then came Siobhan.'.length)
  expect(second.hashes[1]).toBe(first.hashes[0])
  await speak(...leith('liːt'))
  expect(said).toHaveLength(2)
})

test.each([
  ['is tried again', true],
  ['was cut off, and another job has the same text,', false],
])('what a step had spoken before it %s is taken, and counts as new once', async (_, isSame) => {
  const [first, second] = [randomUUID(), randomUUID()]
  const dying = countingVoices((piece, nth) => {
    if (nth > 12) throw new Error('the voice is gone')
    return takeOf(piece)
  })
  const asked = { userId, workId, ...partsOf(paragraphs) }
  await expect(speakKept(dying.speech, pieces, { ...asked, jobId: first })).rejects.toThrow('The voice did not answer')
  const { speech, said } = countingVoices()
  const jobId = isSame ? first : second
  for (const turn of [1, 2]) {
    const { newCharacters, spokenCharacters } = await speakKept(speech, pieces, { ...asked, jobId })
    expect(said).toHaveLength(28)
    expect(newCharacters).toBe(lengthOf(dying.said.slice(0, 12)) + lengthOf(said))
    expect(spokenCharacters).toBe(turn === 1 ? lengthOf(said) : 0)
  }
  expect((await speakKept(speech, pieces, { ...asked, jobId: randomUUID() })).newCharacters).toBe(0)
})
