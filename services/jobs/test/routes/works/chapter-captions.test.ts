import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { workOf } from '../../support/a-work.ts'
import { figuresOf, notFoundFor, openWorkRoutes } from '../../support/open-works.ts'
import { wordsBySection } from '../../support/words-of-works.ts'

const words = wordsBySection()
const works = await closedAfterAll(openWorkRoutes('captions', { wordTimes: words.client }))

async function spoken(...chapters: number[][]) {
  const made = await works.make(...chapters)
  await made.work.speakAll()
  const captions = (format: string, tier: 'creator' | 'starter' = 'creator') =>
    works.text('GET', `${made.inChapter}/captions.${format}`, works.caller(made.userId, tier))
  return { ...made, captions }
}

test('the words of all sections, at their place in the mp3', async () => {
  const { captions } = await spoken([10_000, 10_000])
  words.say('0', ...Array<string>(1_999).fill('word'))
  const vtt = await captions('vtt')
  expect([vtt.status, vtt.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
  expect(vtt.body).toMatch(/^WEBVTT\n\n00:00:00.023 --> 00:00:00\.\d+\n0 word word/)
  // The words of the second section are later by the sound of the first, and a silence.
  expect(vtt.body).toMatch(/ --> 00:00:20\.695\n(word ?|\n)+$/)
  const srt = await captions('srt')
  expect(srt.headers).toMatchObject({
    'content-type': 'application/x-subrip; charset=utf-8',
    'content-disposition': 'inline; filename="chapter-1.srt"',
  })
  expect(srt.body).toMatch(/^1\n00:00:00,023 --> /)
})

test('a paragraph that somebody says has the name of its speaker', async () => {
  const userId = await works.account('creator')
  const { body } = await works.ask('POST', '/api/works', userId, {
    ...{ title: 'Voices', requestId: 'voices', voiceId: 'default', speakers: { Anna: 'default' } },
    chapters: [{ title: 'One', paragraphs: [{ text: 'Night.' }, { text: 'Who?', speaker: 'Anna' }] }],
  })
  await workOf(works, userId, body.workId, figuresOf).speakAll()
  words.say('Night', 'Who')
  const path = `/api/works/${body.workId}/chapters/${body.chapters[0].chapterId}/captions.vtt`
  const vtt = await works.text('GET', path, works.caller(userId))
  expect(vtt.body.split('\n').filter((line) => /^[<N]/.test(line))).toEqual(['Night', '<v Anna>Who</v>'])
})

test('403 on a plan without word timestamps; 404 without times, before it is spoken, and for another account', async () => {
  const { captions, inChapter } = await spoken([300])
  words.say()
  expect(await notFoundFor(works, 'GET', `${inChapter}/captions.vtt`)).toMatchObject({ code: 'work_not_found' })
  expect((await captions('vtt', 'starter')).status).toBe(403)
  expect(JSON.parse((await captions('vtt')).body)).toMatchObject(
    problem(404, 'This chapter has no word timestamps', 'words_not_found').body,
  )
  expect((await captions('txt')).status).toBe(404)
  const waiting = await works.make([20])
  expect(await works.ask('GET', `${waiting.inChapter}/captions.srt`, waiting.userId)).toMatchObject({ status: 404 })
})
