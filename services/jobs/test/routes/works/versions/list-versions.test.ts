import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('versions'))

test('what was changed and removed, the newest first, and in no other answer', async () => {
  const { userId, path, inChapter, chapter } = await works.make([300, 200])
  const versions = () => works.ask('GET', `${inChapter}/versions`, userId)
  expect(await versions()).toMatchObject({ status: 200, body: { versions: [] } })
  const [first, second] = (await chapter()).paragraphs
  const at = `${inChapter}/paragraphs/${first?.paragraphId}`
  await works.ask('PUT', at, userId, { text: 'A new text.', voiceId: 'joe' })
  await works.ask('PUT', at, userId, { text: 'A newer text.' })
  await works.ask('DELETE', `${inChapter}/paragraphs/${second?.paragraphId}`, userId)
  const { body } = await versions()
  const common = { versionId: expect.any(String), until: expect.any(String) }
  const ofFirst = { ...common, paragraphId: first?.paragraphId, isRemoved: false }
  expect(body.versions).toEqual([
    { ...common, paragraphId: second?.paragraphId, text: second?.text, isRemoved: true },
    { ...ofFirst, text: 'A new text.', voiceId: 'joe' },
    { ...ofFirst, text: first?.text },
  ])
  for (const answer of [await works.ask('GET', path, userId), await works.ask('GET', inChapter, userId)])
    expect(JSON.stringify(answer.body)).not.toContain('A new text.')
})

test('404 for a chapter that is not there, and for another account', async () => {
  const { userId, path, inChapter } = await works.make([20])
  expect(await works.ask('GET', `${path}/chapters/none/versions`, userId)).toMatchObject({
    ...{ status: 404, body: { code: 'chapter_not_found' } },
  })
  expect(await notFoundFor(works, 'GET', `${inChapter}/versions`)).toMatchObject({ code: 'work_not_found' })
})
