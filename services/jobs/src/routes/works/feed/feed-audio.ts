import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../../deps.ts'
import { workOfFeed } from '../../../lifecycle/works/change-feed.ts'
import { chapterOf } from '../../../lifecycle/works/edit-chapter.ts'
import { workFileOperations } from '../../../operations/work-files.ts'
import { FeedFileParams } from '../../../requests/works/params.ts'
import { sendChapter } from '../../../requests/works/send-chapter.ts'
import { feedHeaders } from '../../../views/link-headers.ts'

/** Chapters that one process sends to podcast players, and those of one account: a player fetches several episodes ahead, on each device. */
const inFlight = { max: 128, perAccount: 16 }

/** `GET /feeds/:secret/chapters/<chapter id>.mp3`: an episode of a podcast, for whoever has its address. */
export const feedAudio: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('episodes', inFlight)
  return app.get(
    '/feeds/:secret/chapters/:file',
    {
      access: deps.guard.anybody,
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
      schema: { operation: workFileOperations.episode, params: FeedFileParams },
    },
    async (request, reply) => {
      const { secret, file } = request.params
      reply.headers(feedHeaders)
      const work = await workOfFeed(deps, secret)
      const [, chapterId] = /^([\w-]{1,100})\.mp3$/.exec(file) ?? []
      if (!chapterId) throw notFound('Chapter not found', 'chapter_not_found')
      const chapter = await chapterOf(deps, { userId: work.userId, workId: work._id, chapterId })
      return sendChapter(deps, [request, reply], { work, chapter, limit })
    },
  )
}
