import { randomUUID } from 'node:crypto'
import type { SpokenPart } from '@utter/contracts/spoken-part'
import { beforeEach, describe, expect, test } from 'vitest'
import { keptShare } from '../../src/lifecycle/kept-share.ts'
import { brokenOff, countingVoices, takeOf } from '../support/counting-voices.ts'
import { usual } from '../support/local-voice.ts'
import { openKeeping, partsOf, speakKept } from '../support/open-keeping.ts'

const { pieces } = await openKeeping('speech-kept-share')

let userId: string
let workId: string
beforeEach(() => {
  ;[userId, workId] = [randomUUID(), randomUUID()]
})

type Asked = { text: string; parts?: SpokenPart[] } & Record<string, unknown>
const { signal } = new AbortController()
/** The share of a text, for which no voice may be asked. */
async function shareOf(asked: Asked, of = userId) {
  const { speech, said } = countingVoices()
  const answer = await keptShare({ speech, pieces }, of, { voiceId: 'one', ttsSettings: usual, ...asked }, signal)
  expect(said).toEqual([])
  return answer
}
const spoken = async (asked: Asked) => speakKept(countingVoices().speech, pieces, { userId, workId, ...asked })

const paragraphs = ['The harbour was quiet. Nobody came.', 'Then the day began, and the boats went out.']

test('an account that has kept nothing is told so, and nothing is cut', async () => {
  const noVoice = { speech: {} as never, pieces }
  const question = { text: 'Hello.', voiceId: 'one', ttsSettings: usual }
  expect(await keptShare(noVoice, userId, question, signal)).toEqual({ hasAny: false, share: 0 })
})

test('a text that is kept whole has all of its share, whatever work it is of', async () => {
  await spoken(partsOf(paragraphs))
  expect(await shareOf(partsOf(paragraphs))).toEqual({ hasAny: true, share: 1 })
  expect(await shareOf(partsOf(paragraphs.toReversed()))).toEqual({ hasAny: true, share: 1 })
  expect(await shareOf(partsOf(paragraphs), randomUUID())).toEqual({ hasAny: false, share: 0 })
})

test('of a text with a new sentence the share of the others is kept', async () => {
  await spoken(partsOf(paragraphs))
  const added = 'It rained for the whole of that day.'
  const known = paragraphs.join('').replace('. ', '.').length
  const { share } = await shareOf(partsOf([...paragraphs, added]))
  expect(share).toBeCloseTo(known / (known + added.length), 10)
})

describe('a share is none of what decides the sound otherwise:', () => {
  const text = 'The harbour was quiet.'
  test.each<[string, object, number]>([
    ['the default by its name', { voiceId: 'default' }, 1],
    ['another voice', { voiceId: 'two' }, 0],
    ['another speed', { ttsSettings: { ...usual, speed: 1.2 } }, 0],
    ['a seed', { seed: 7 }, 0],
    ['the voice of a mark', { parts: [{ text, voiceId: 'two' }] }, 0],
    ['another language', { language: 'en-GB' }, 0],
    ['a text as it was written', { textNormalization: 'off' }, 0],
  ])('%s', async (_, asked, share) => {
    await spoken({ text })
    expect(await shareOf({ text, ...asked })).toEqual({ hasAny: true, share })
  })
})

test('pieces that no job has come to a sound with are new: they would cost', async () => {
  const { speech } = countingVoices((piece, nth) => (nth === 1 ? takeOf(piece) : brokenOff(piece)))
  await expect(speakKept(speech, pieces, { userId, workId, ...partsOf(paragraphs) })).rejects.toMatchObject({
    code: 'text_left_out',
  })
  await expect.poll(() => pieces.hasAny(userId)).toBe(true)
  expect(await shareOf(partsOf(paragraphs))).toEqual({ hasAny: true, share: 0 })
})

test('a voice that nobody has is refused', async () => {
  await spoken(partsOf(paragraphs))
  await expect(shareOf({ ...partsOf(paragraphs), voiceId: 'nobody' })).rejects.toMatchObject({ code: 'invalid_voice' })
})
