import { disclosureHeader, disclosureOf } from '@utter/provenance/disclosure'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bytesOfChapter } from '../../domain/works/chapter-length.ts'
import type { ChapterOutline, ShownWork } from '../../domain/works/work.ts'
import { markOfSound, partsOfChapter, soundOfParts } from '../../views/works/chapter-sound.ts'
import { tagOfChapter } from '../../views/works/chapter-tag.ts'
import { type SoundLimit, sendSound } from '../sound/send-sound.ts'
import { notSpokenYet } from './chapter-times.ts'

type Sent = { work: ShownWork; chapter: ChapterOutline; limit: SoundLimit }

/**
 * Answers with the mp3 of a chapter, or a range of it, as fast as the client takes it.
 * @throws Problem 404 until all of it can be heard, 412, 416, 429 and 503
 */
export function sendChapter(
  deps: Pick<Deps, 'speech' | 'statements' | 'clock'>,
  [request, reply]: [FastifyRequest, FastifyReply],
  { work, chapter, limit }: Sent,
): FastifyReply {
  const soundBytes = bytesOfChapter(chapter)
  if (soundBytes === undefined) throw notSpokenYet()
  const tag = tagOfChapter(chapter, work, deps.statements)
  const parts = partsOfChapter(chapter, tag)
  return sendSound(deps, [request, reply], {
    read: (range, signal) => soundOfParts(deps.speech, parts, range, signal),
    sizeBytes: tag.length + soundBytes,
    etag: markOfSound(chapter, tag),
    headers: {
      'content-type': 'audio/mpeg',
      [disclosureHeader]: disclosureOf({
        work: work._id,
        chapter: chapter._id,
        voice: chapter.voiceId ?? work.voiceId,
      }),
      'content-disposition': `inline; filename="chapter-${chapter.position + 1}.mp3"`,
    },
    userId: work.userId,
    limit,
  })
}
