import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { type SubtitleFormat, subtitlesOf, subtitleTypes } from '@utter/text/words/subtitles'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { chapterOf } from '../../lifecycle/works/edit-chapter.ts'
import { workFileOperations } from '../../operations/work-files.ts'
import { checkWordTimestamps } from '../../requests/word-times.ts'
import { timesInFlight, timesOfChapter } from '../../requests/works/chapter-times.ts'
import { CaptionsParams } from '../../requests/works/params.ts'
import { wordsInSeconds } from '../../views/works/chapter-words.ts'

/** `GET /api/works/:id/chapters/:chapterId/captions.vtt` and `.srt`: the words of a chapter as subtitles. */
export const chapterCaptions: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('captions', timesInFlight)
  return app.get(
    '/api/works/:id/chapters/:chapterId/captions.:format',
    {
      access: deps.guard.required('jobs:read'),
      config: { responseTimeoutMs: 60_000 },
      schema: { operation: workFileOperations.captions, params: CaptionsParams },
    },
    async (request, reply) => {
      const { userId, tier } = identityOf(request)
      const { id: workId, chapterId, format: asked } = request.params
      const work = await shownWork(deps, userId, workId)
      const chapter = await chapterOf(deps, { userId, workId, chapterId })
      if (!Object.hasOwn(subtitleTypes, asked)) throw notFound()
      const format = asked as SubtitleFormat
      checkWordTimestamps(deps, tier)
      limit.take(userId, reply)
      const words = wordsInSeconds((await timesOfChapter(deps, work, chapter)).sections)
      if (words.length === 0) throw notFound('This chapter has no word timestamps', 'words_not_found')
      return reply
        .headers({
          'cache-control': 'private, no-cache',
          'content-disposition': `inline; filename="chapter-${chapter.position + 1}.${format}"`,
        })
        .type(subtitleTypes[format])
        .send(subtitlesOf(words, format))
    },
  )
}
