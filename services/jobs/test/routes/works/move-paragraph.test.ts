import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('move'))

test('it is at its new place, across sections too', async () => {
  const { userId, inChapter, chapter } = await works.make([10_000, 300, 200])
  const ids = (await chapter()).paragraphs.map(({ paragraphId }) => paragraphId)
  const move = (id: string | undefined, body: object) =>
    works.ask('POST', `${inChapter}/paragraphs/${id}/move`, userId, body)
  expect(await move(ids[0], { after: ids[1] })).toMatchObject({ status: 200, body: { chapter: { revision: 2 } } })
  await move(ids[2], {})
  expect((await chapter()).paragraphs.map(({ paragraphId }) => paragraphId)).toEqual([ids[2], ids[1], ids[0]])
  expect(await move(ids[0], { after: 'none' })).toMatchObject(
    invalid('after', 'after must be a paragraph of the chapter'),
  )
  expect(await move('none', {})).toMatchObject({ status: 404 })
})
