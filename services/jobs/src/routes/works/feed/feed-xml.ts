import { createHash } from 'node:crypto'
import { isNotModified } from '@utter/http/conditions'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../../deps.ts'
import { workOfFeed } from '../../../lifecycle/works/change-feed.ts'
import { workFileOperations } from '../../../operations/work-files.ts'
import { languageOfWork } from '../../../requests/works/language-of-work.ts'
import { FeedParams } from '../../../requests/works/params.ts'
import { feedHeaders } from '../../../views/link-headers.ts'
import { podcastOf } from '../../../views/works/podcast.ts'

/** Podcasts that one process makes at once, and those of one account: the longest work has some 10,000 paragraphs, of which ids are read. */
const inFlight = { max: 64, perAccount: 8 }

/** `GET /feeds/:secret/feed.xml`: the podcast of a work, for whoever has its address. */
export const feedXml: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('podcasts', inFlight)
  return app.get(
    '/feeds/:secret/feed.xml',
    { access: deps.guard.anybody, schema: { operation: workFileOperations.podcast, params: FeedParams } },
    async (request, reply) => {
      const { secret } = request.params
      reply.headers(feedHeaders)
      const work = await workOfFeed(deps, secret)
      limit.take(work.userId, reply)
      const chapters = await deps.chapters.outlines(work.userId, work._id)
      const { publicUrl } = deps
      const content = podcastOf(work, chapters, {
        ...{ secret, publicUrl, statements: deps.statements },
        language: languageOfWork(deps, work),
      })
      const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
      reply.headers({ etag, 'cache-control': 'private, no-cache' }).type('application/rss+xml; charset=utf-8')
      return isNotModified(request, { etag }) ? reply.code(304).send() : reply.send(content)
    },
  )
}
