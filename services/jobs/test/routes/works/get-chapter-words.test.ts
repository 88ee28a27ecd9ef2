import type { ParagraphWords } from '@utter/contracts/http/works/words'
import { serviceUnavailable } from '@utter/http/problem'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'
import { wordsBySection } from '../../support/words-of-works.ts'

const words = wordsBySection()
const works = await closedAfterAll(openWorkRoutes('words', { wordTimes: words.client }))

async function spoken(...chapters: number[][]) {
  const made = await works.make(...chapters)
  const jobs = await made.work.speakAll()
  return {
    ...made,
    jobs,
    ask: (tier?: 'creator') => works.ask('GET', `${made.inChapter}/words`, made.userId, undefined, tier),
  }
}

test('paragraphs and their words in their order, on the timeline of the mp3 of all sections', async () => {
  const { ask, jobs, chapter } = await spoken([10_000, 10_000])
  expect(jobs).toHaveLength(2)
  expect(jobs[0]).toMatchObject({ words: true })
  words.say('0', ...Array<string>(1_999).fill('word'))
  const { status, body } = await ask()
  const { durationMs, paragraphs } = await chapter()
  expect([status, body.durationMs, body.complete]).toEqual([200, durationMs, true])
  expect(body.paragraphs.map((one: ParagraphWords) => one.paragraphId)).toEqual(
    paragraphs.map(({ paragraphId }) => paragraphId),
  )
  // Delay of the encoder and of a decoder: 1,105 samples. Behind it three frames of 24 ms, and 600 ms of silence.
  const [first, second] = [23, 23 + 3 * 24 + 600]
  expect(body.paragraphs).toMatchObject([
    { startMs: first, endMs: first + 20_000 },
    // It begins with a figure that was not spoken.
    { startMs: second + 10, endMs: second + 20_000 },
  ])
  expect(body.paragraphs[0].words.slice(0, 2)).toEqual([
    { text: '0', startMs: first, endMs: first + 10, estimated: false },
    { text: 'word', startMs: first + 10, endMs: first + 20, estimated: false },
  ])
})

test('a section that was spoken without times has none, which the answer says', async () => {
  const { ask } = await spoken([300])
  words.say()
  const { body } = await ask()
  expect(body).toMatchObject({ complete: false, paragraphs: [{ words: [] }] })
  expect(body.paragraphs[0]).not.toHaveProperty('startMs')
})

test('a paragraph that was changed has none until it is spoken again', async () => {
  const { ask, inChapter, userId, chapter, work } = await spoken([3, 3])
  words.say('0', 'w', '1', 'w')
  const [first] = (await chapter()).paragraphs
  await works.ask('PUT', `${inChapter}/paragraphs/${first?.paragraphId}`, userId, { text: 'Seven' })
  const { body } = await ask()
  expect(body.complete).toBe(false)
  expect(body.paragraphs.map(({ startMs }: { startMs?: number }) => startMs)).toEqual([undefined, 43])
  await work.speakAll()
  words.say('Seven', '1', 'w')
  expect((await ask()).body).toMatchObject({ complete: true, paragraphs: [{ startMs: 23 }, { startMs: 33 }] })
})

test('on a plan without word timestamps there are the times of the paragraphs alone', async () => {
  const { inChapter, userId } = await spoken([300])
  words.say('0', ...Array<string>(59).fill('word'))
  const { body } = await works.ask('GET', `${inChapter}/words`, userId, undefined, 'starter')
  expect(body.paragraphs).toEqual([{ paragraphId: expect.any(String), startMs: 23, endMs: 623 }])
})

test('404 until all of it is spoken, and for another account; 503 without speech', async () => {
  const { inChapter, userId } = await works.make([20])
  expect(await works.ask('GET', `${inChapter}/words`, userId)).toMatchObject(
    problem(404, 'Not all of the chapter is spoken yet', 'audio_not_found'),
  )
  expect(await notFoundFor(works, 'GET', `${inChapter}/words`)).toMatchObject({ code: 'work_not_found' })
  const { ask } = await spoken([20])
  words.fail(serviceUnavailable())
  expect(await ask()).toMatchObject({ status: 503 })
})
