import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { workRequest } from '../../support/a-work.ts'
import { openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('list'))

test('the works of the account, newest first, page by page', async () => {
  const userId = await works.account('creator')
  const ids: string[] = []
  for (let index = 0; index < 5; index++) {
    ids.unshift((await works.ask('POST', '/api/works', userId, workRequest(`r${index}`, [20]))).body.workId)
    works.passMs(1)
  }
  await works.ask('DELETE', `/api/works/${ids[4]}`, userId)
  const seen: string[] = []
  for (let path: string | undefined = '/api/works?limit=2'; path; ) {
    const { body, headers } = await works.ask('GET', path, userId)
    seen.push(...body.map(({ workId }: { workId: string }) => workId))
    path = /<(.+)>/.exec(String(headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual(ids.slice(0, 4))
  const { body } = await works.ask('GET', '/api/works?limit=1', userId)
  expect(body).toMatchObject([{ title: 'A book', state: 'speaking', progress: 0, characters: 20, chapterCount: 1 }])
  expect((await works.ask('GET', '/api/works', await works.account('creator'))).body).toEqual([])
})
