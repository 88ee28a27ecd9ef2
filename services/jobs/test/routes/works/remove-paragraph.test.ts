import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('remove'))

test('it is gone, and a chapter keeps its last one', async () => {
  const { userId, inChapter, chapter } = await works.make([300, 200])
  const [first, second] = (await chapter()).paragraphs
  const remove = (id?: string) => works.ask('DELETE', `${inChapter}/paragraphs/${id}`, userId)
  const { status, body } = await remove(first?.paragraphId)
  expect(status).toBe(200)
  expect(body).toMatchObject({ chapter: { paragraphCount: 1, revision: 2 } })
  expect(body.paragraph).toBeUndefined()
  expect(await remove(first?.paragraphId)).toMatchObject({ status: 404 })
  expect(await remove(second?.paragraphId)).toMatchObject({ status: 409, body: { code: 'last_paragraph' } })
})
