import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('add'))

test('201 with the new paragraph, behind another one or as the first', async () => {
  const { userId, inChapter, chapter } = await works.make([300, 200])
  const [first, second] = (await chapter()).paragraphs
  const add = (body: object) => works.ask('POST', `${inChapter}/paragraphs`, userId, body)
  expect(await add({ text: 'Between.', after: first?.paragraphId })).toMatchObject({
    status: 201,
    body: { chapter: { paragraphCount: 3 }, paragraph: { text: 'Between.', state: 'waiting' } },
  })
  await add({ text: 'Before.' })
  expect((await chapter()).paragraphs.map(({ text }) => text)).toEqual([
    'Before.',
    first?.text,
    'Between.',
    second?.text,
  ])
  expect(await add({ text: 'Nowhere.', after: 'none' })).toMatchObject(
    invalid('after', 'after must be a paragraph of the chapter'),
  )
  expect(await add({ text: '' })).toMatchObject(invalid('text', 'Paragraph text is required'))
})
