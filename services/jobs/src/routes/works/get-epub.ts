import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isNotModified } from '@utter/http/conditions'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import type { ChapterOutline, ShownWork } from '../../domain/works/work.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { workFileOperations } from '../../operations/work-files.ts'
import { bookOf, checkIsHeard } from '../../requests/works/book-of.ts'
import { EpubQuery, WorkParams } from '../../requests/works/params.ts'
import { partsOfChapter, soundOfParts } from '../../views/works/chapter-sound.ts'
import { epubOf } from '../../views/works/epub/epub.ts'
import { attachmentOf } from '../../views/works/file-name.ts'
import { sendZip } from '../../views/zip.ts'

/** Books that one process sends, and one account fetches: each has the texts of a work in memory, and none of its sounds. */
const inFlight = { max: 16, perAccount: 2 }

/** `GET /api/works/:id/epub`: the work as EPUB, with its sound and when each sentence of it is heard; with `audio=false` its texts alone. */
export const getEpub: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('epubs', inFlight)
  return app.get(
    '/api/works/:id/epub',
    {
      access: deps.guard.required('jobs:read'),
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
      schema: { operation: workFileOperations.epub, params: WorkParams, querystring: EpubQuery },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const hasSound = request.query.audio === 'true'
      const work = await shownWork(deps, userId, request.params.id)
      const outlines = await deps.chapters.outlines(userId, work._id)
      if (hasSound) checkIsHeard(outlines)
      const etag = markOf(work, outlines, hasSound)
      reply
        .headers({
          'cache-control': 'private, no-cache',
          etag,
          'content-disposition': attachmentOf(work.title, 'epub'),
        })
        .type('application/epub+zip')
      if (isNotModified(request, { etag })) return reply.code(304).send()
      limit.take(userId, reply)
      const book = await bookOf(deps, work, { outlines, hasSound })
      if (request.method === 'HEAD')
        return reply.header('content-length', epubOf(book).sizeBytes).send(Readable.from([]))
      return sendZip(reply, (gone) => {
        const { content, sizeBytes } = epubOf(book, ({ chapter, tag, sizeBytes: bytes }) =>
          soundOfParts(deps.speech, partsOfChapter(chapter, tag), { start: 0, end: bytes - 1 }, gone),
        )
        reply.header('content-length', sizeBytes)
        return content
      })
    },
  )
}

/** ETag of a book: another one as soon as a text, a title or a sound of it is another. */
const markOf = ({ _id, title, updatedAt }: ShownWork, outlines: ChapterOutline[], hasSound: boolean): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([_id, title, updatedAt, hasSound, outlines.map(({ rev, title: own }) => [rev, own])]))
    .digest('base64url')}"`
