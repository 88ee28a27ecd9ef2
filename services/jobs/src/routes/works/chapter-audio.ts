import { Readable } from 'node:stream'
import { isNotModified, rangeOf } from '@utter/http/conditions'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { bytesOfChapter } from '../../domain/works/chapter-length.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { chapterOf } from '../../lifecycle/works/edit-chapter.ts'
import { workOperations } from '../../operations/works.ts'
import { ChapterParams } from '../../requests/works/params.ts'
import { chapterSound, markOfSound } from '../../views/works/chapter-sound.ts'
import { tagOfChapter } from '../../views/works/chapter-tag.ts'

/** Chapters that one process sends, and one account listens to. */
const inFlight = { max: 128, perAccount: 8 }
/** Longest pause of a client that reads nothing, in ms: a paused player asks for the rest again. */
const stallMs = 30_000

/** `GET /api/works/:id/chapters/:chapterId/audio.mp3`: with byte ranges, so that a player can seek. */
export const chapterAudio: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('chapters', inFlight)
  return app.get(
    '/api/works/:id/chapters/:chapterId/audio.mp3',
    {
      access: deps.guard.required('jobs:read'),
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
      schema: { operation: workOperations.audio, params: ChapterParams },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const { id: workId, chapterId } = request.params
      const work = await shownWork(deps, userId, workId)
      const chapter = await chapterOf(deps, { userId, workId, chapterId })
      const soundBytes = bytesOfChapter(chapter)
      if (soundBytes === undefined) throw notFound('Not all of the chapter is spoken yet', 'audio_not_found')
      const tag = tagOfChapter(chapter, work)
      const sizeBytes = tag.length + soundBytes
      const etag = markOfSound(chapter)
      reply.headers({
        'content-type': 'audio/mpeg',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        etag,
        'content-disposition': `inline; filename="chapter-${chapter.position + 1}.mp3"`,
      })
      if (isNotModified(request, { etag })) return reply.code(304).send()
      const only = rangeOf(request, { etag, sizeBytes }, deps.clock.now())
      const { start, end } = only ?? { start: 0, end: sizeBytes - 1 }
      reply.header('content-length', end - start + 1)
      if (only) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
      // The body of a HEAD would be read, and dropped.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      limit.take(userId, reply)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      reply.raw.setTimeout(stallMs, () => reply.raw.destroy())
      return reply.send(chapterSound(deps.speech, { chapter, tag }, { start, end }, gone.signal))
    },
  )
}
