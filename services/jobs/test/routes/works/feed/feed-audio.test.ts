import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers } from '../../../support/open-jobs.ts'
import { openWorkRoutes } from '../../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('feed-audio'))

async function fed(...chapters: number[][]) {
  const made = await works.make(...chapters)
  const { body } = await works.ask('PUT', `${made.path}/feed`, made.userId)
  const inFeed = new URL(body.url).pathname.replace('/feed.xml', '')
  const episode = (id = made.view.chapters[0]?.chapterId, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    works.bytes(method, `${inFeed}/chapters/${id}.mp3`, callers.visitor, { headers })
  return { ...made, inFeed, episode }
}

test('the mp3 of a chapter without a login, with ranges, its length by HEAD, and 304', async () => {
  const { episode, work, inChapter, userId } = await fed([10_000, 10_000])
  await work.speakAll()
  const whole = await episode()
  const own = await works.bytes('GET', `${inChapter}/audio.mp3`, works.caller(userId))
  expect([whole.status, whole.raw.equals(own.raw)]).toEqual([200, true])
  expect(whole.headers).toMatchObject({
    ...{ 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes' },
    ...{ 'x-robots-tag': 'noindex, nofollow, noarchive', 'referrer-policy': 'no-referrer' },
    'cross-origin-resource-policy': 'cross-origin',
  })
  const part = await episode(undefined, { range: 'bytes=100-1999' })
  expect([part.status, part.raw.equals(whole.raw.subarray(100, 2_000))]).toEqual([206, true])
  const head = await episode(undefined, {}, 'HEAD')
  expect([head.raw.length, head.headers['content-length']]).toEqual([0, `${whole.raw.length}`])
  expect((await episode(undefined, { 'if-none-match': whole.headers.etag })).status).toBe(304)
})

test('404 before it is spoken, for a chapter of another work, for another name, and after it was revoked', async () => {
  const { episode, path, userId, work, inFeed } = await fed([20])
  expect((await episode()).status).toBe(404)
  await work.speakAll()
  expect((await episode()).status).toBe(200)
  const other = await fed([20])
  await other.work.speakAll()
  expect((await episode(other.view.chapters[0]?.chapterId)).status).toBe(404)
  expect((await works.text('GET', `${inFeed}/chapters/cover.png`, callers.visitor)).status).toBe(404)
  await works.ask('DELETE', `${path}/feed`, userId)
  expect(JSON.parse((await episode()).raw.toString())).toMatchObject({ code: 'feed_not_found' })
})
