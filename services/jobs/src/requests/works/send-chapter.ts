import { Readable } from 'node:stream'
import { isNotModified, rangeOf } from '@utter/http/conditions'
import type { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { disclosureHeader, disclosureOf } from '@utter/provenance/disclosure'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bytesOfChapter } from '../../domain/works/chapter-length.ts'
import type { ChapterOutline, ShownWork } from '../../domain/works/work.ts'
import { chapterSound, markOfSound } from '../../views/works/chapter-sound.ts'
import { tagOfChapter } from '../../views/works/chapter-tag.ts'
import { notSpokenYet } from './chapter-times.ts'

/** Longest pause of a client that reads nothing, in ms: a paused player asks for the rest again. */
const stallMs = 30_000

type Sent = { work: ShownWork; chapter: ChapterOutline; limit: Pick<ReturnType<typeof createSharedLimit>, 'take'> }

/**
 * Answers with the mp3 of a chapter, or a range of it, as fast as the client takes it.
 * @throws Problem 404 until all of it can be heard, 412, 416, 429 and 503
 */
export function sendChapter(
  { speech, statements, clock }: Pick<Deps, 'speech' | 'statements' | 'clock'>,
  [request, reply]: [FastifyRequest, FastifyReply],
  { work, chapter, limit }: Sent,
): FastifyReply {
  const soundBytes = bytesOfChapter(chapter)
  if (soundBytes === undefined) throw notSpokenYet()
  const tag = tagOfChapter(chapter, work, statements)
  const sizeBytes = tag.length + soundBytes
  const etag = markOfSound(chapter, tag)
  reply.headers({
    'content-type': 'audio/mpeg',
    [disclosureHeader]: disclosureOf({ work: work._id, chapter: chapter._id, voice: work.voiceId }),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    etag,
    'content-disposition': `inline; filename="chapter-${chapter.position + 1}.mp3"`,
  })
  if (isNotModified(request, { etag })) return reply.code(304).send()
  const only = rangeOf(request, { etag, sizeBytes }, clock.now())
  const { start, end } = only ?? { start: 0, end: sizeBytes - 1 }
  reply.header('content-length', end - start + 1)
  if (only) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  // The body of a HEAD would be read, and dropped.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  limit.take(work.userId, reply)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy())
  return reply.send(chapterSound(speech, { chapter, tag }, { start, end }, gone.signal))
}
