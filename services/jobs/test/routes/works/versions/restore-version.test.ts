import type { ParagraphVersions } from '@utter/contracts/http/works/views'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('restore'))

async function edited(...chapter: number[]) {
  const made = await works.make(chapter)
  const { userId, inChapter } = made
  const { paragraphs } = await made.chapter()
  const at = (index: number) => `${inChapter}/paragraphs/${paragraphs[index]?.paragraphId}`
  const versions = async () =>
    ((await works.ask('GET', `${inChapter}/versions`, userId)).body as ParagraphVersions).versions
  return {
    ...{ ...made, paragraphs, at, versions },
    change: (index: number, body: object) => works.ask('PUT', at(index), userId, body),
    restore: (id: string | undefined) => works.ask('POST', `${inChapter}/versions/${id}/restore`, userId),
    texts: async () => (await made.chapter()).paragraphs.map(({ text }) => text),
  }
}

test('a changed paragraph is as it was, and what it was until then is a version; the same again changes nothing', async () => {
  const { change, paragraphs, restore, texts, versions } = await edited(300, 200)
  await change(0, { text: 'New words.', voiceId: 'joe' })
  const [version] = await versions()
  const { paragraphId, text } = paragraphs[0] ?? {}
  const { status, body } = await restore(version?.versionId)
  expect(status).toBe(200)
  expect(body).toMatchObject({ chapter: { revision: 3 }, paragraph: { paragraphId, text, state: 'waiting' } })
  expect(body.paragraph).not.toHaveProperty('voiceId')
  expect(await texts()).toEqual(paragraphs.map((one) => one.text))
  expect(await versions()).toMatchObject([{ text: 'New words.', voiceId: 'joe', isRemoved: false }, version ?? {}])
  expect((await restore(version?.versionId)).body.chapter.revision).toBe(3)
  expect(await versions()).toHaveLength(2)
})

test('a removed one is behind the one that it followed, or at the end where that is gone too', async () => {
  const { userId, at, paragraphs, restore, texts, versions } = await edited(30, 20, 10)
  const [one, two, three] = paragraphs.map(({ text }) => text)
  for (const index of [1, 0]) await works.ask('DELETE', at(index), userId)
  const [first, second] = await versions()
  await restore(second?.versionId)
  expect(await texts()).toEqual([three, two])
  await restore(first?.versionId)
  expect(await texts()).toEqual([one, three, two])
  await works.ask('DELETE', at(2), userId)
  await restore((await versions())[0]?.versionId)
  expect(await texts()).toEqual([one, three, two])
})

test('costs nothing where what it brings was spoken', async () => {
  const { userId, change, restore, versions, work } = await edited(300)
  await work.speakAll(300)
  await change(0, { text: 'New words.' })
  await work.speakAll(10)
  await restore((await versions())[0]?.versionId)
  await work.speakAll(0)
  expect((await works.ask('GET', `/api/works/${work.id}`, userId)).body).toMatchObject({ state: 'completed', calls: 2 })
})

test('404 for a version that is no more, and for another account', async () => {
  const { userId, path, inChapter, change, restore, versions } = await edited(20)
  expect(await restore('none')).toMatchObject({ status: 404, body: { code: 'version_not_found' } })
  await change(0, { text: 'New words.' })
  const [version] = await versions()
  const route = `${inChapter}/versions/${version?.versionId}/restore`
  expect(await notFoundFor(works, 'POST', route)).toMatchObject({ code: 'work_not_found' })
  await works.ask('DELETE', path, userId)
  expect(await restore(version?.versionId)).toMatchObject({ status: 404, body: { code: 'work_not_found' } })
})

test('the limits of an edit hold', async () => {
  const lengths = Array.from({ length: 10 }, () => 9_999)
  const { userId, inChapter, at, change, restore, versions } = await edited(...lengths)
  await works.ask('DELETE', at(0), userId)
  const [removed] = await versions()
  const added = await works.ask('POST', `${inChapter}/paragraphs`, userId, { text: 'b'.repeat(9_999) })
  expect(added.status).toBe(201)
  expect(await restore(removed?.versionId)).toMatchObject({
    ...{ status: 400, body: { details: [{ field: 'text', message: 'A chapter must be at most 100000 characters' }] } },
  })
  await change(1, { text: 'Short.' })
  expect((await restore(removed?.versionId)).status).toBe(200)
})

test('400 where nobody speaks it any more, as for any edit', async () => {
  const { userId, view, change, restore, versions } = await edited(20)
  await change(0, { text: 'New words.' })
  const _id = view.chapters[0]?.chapterId ?? ''
  await works.deps.chapters.update({ _id, userId }, { $set: { 'past.0.speaker': 'Ines' } })
  expect(await restore((await versions())[0]?.versionId)).toMatchObject({
    ...{ status: 400, body: { details: [{ field: 'speaker' }] } },
  })
})
