import { createHash } from 'node:crypto'
import { bytesOfChapter, soundFrame } from '../../../domain/works/chapter-length.ts'
import type { ChapterOutline, Work } from '../../../domain/works/work.ts'
import { markOfSound, partsOfChapter, type SoundPart, silence } from '../chapter-sound.ts'
import { headOfAudiobook } from './head.ts'

/** A work of which each chapter can be heard, as one file with a list of its chapters, in parts. */
export function audiobookOf(
  work: Pick<Work, '_id' | 'title' | 'voiceId'>,
  outlines: ChapterOutline[],
): { parts: SoundPart[]; sizeBytes: number; etag: string } {
  const lengths = outlines.map((chapter, index) => {
    const isLast = index === outlines.length - 1
    return (bytesOfChapter(chapter) ?? 0) + (isLast ? 0 : silence.length)
  })
  const head = headOfAudiobook({
    title: work.title,
    artist: `Utter, voice ${work.voiceId}`,
    comment: `AI_GENERATED: Utter, voice ${work.voiceId}, work ${work._id}`,
    chapters: outlines.map(({ title }, index) => ({ title, frames: (lengths[index] ?? 0) / soundFrame.bytes })),
  })
  const hash = createHash('sha256').update(head)
  for (const chapter of outlines) hash.update(markOfSound(chapter))
  return {
    parts: outlines.flatMap((chapter, index) => partsOfChapter(chapter, index > 0 ? silence : head)),
    sizeBytes: lengths.reduce((sum, bytes) => sum + bytes, head.length),
    etag: `"${hash.digest('base64url')}"`,
  }
}
