import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SoundRun } from '@utter/contracts/http/provenance/statements'
import { runOf } from '@utter/provenance/sound-runs'
import type { SpeechClient } from '../../clients/speech.ts'
import { framesBytesOf, silentFrames, skippedBytesOf, soundFrame, soundsOf } from '../../domain/works/chapter-length.ts'
import type { ChapterOutline, SectionSound } from '../../domain/works/work.ts'

/** Header of a frame of such sounds in joint stereo, without a checksum; zeros behind it are silence. */
const frameHeader = Buffer.from([0xff, 0xfb, 0x94, 0x64])

/** Silence between two sections, and between two chapters that follow each other in one file. */
export const silence = Buffer.concat(
  Array.from({ length: silentFrames }, () =>
    Buffer.concat([frameHeader, Buffer.alloc(soundFrame.bytes - frameHeader.length)]),
  ),
)

const silentRun = runOf(silence)

/** A part of a file of sound: the frames of a section, or what is made here. */
export type SoundPart = { sound: SectionSound } | { content: Buffer }

const sizeOf = (part: SoundPart): number => ('content' in part ? part.content.length : framesBytesOf(part.sound))

/** A chapter's sound in its parts, in order. @param head what goes before it */
export const partsOfChapter = (chapter: Pick<ChapterOutline, 'sections'>, head: Buffer): SoundPart[] =>
  (soundsOf(chapter) ?? []).flatMap((sound, index) => [{ content: index > 0 ? silence : head }, { sound }])

/**
 * The parts, one after the other, read as fast as the client takes them. It breaks off where a sound is gone or speech does not answer.
 * @param range the first and the last byte of all of them
 */
export function soundOfParts(
  speech: Pick<SpeechClient, 'bytes'>,
  parts: SoundPart[],
  { start, end }: { start: number; end: number },
  signal: AbortSignal,
): Readable {
  return Readable.from(
    (async function* () {
      let from = 0
      for (const part of parts) {
        const [first, last] = [Math.max(start - from, 0), Math.min(end - from, sizeOf(part) - 1)]
        from += sizeOf(part)
        if (first > last) continue
        if ('content' in part) yield part.content.subarray(first, last + 1)
        else {
          const skipped = skippedBytesOf(part.sound)
          yield* storedBytesOf(speech, part.sound.jobId, { start: skipped + first, end: skipped + last }, signal)
        }
      }
    })(),
    { objectMode: false },
  )
}

/** Bytes of a stored mp3. It breaks off where that is gone or speech does not answer. */
export async function* storedBytesOf(
  speech: Pick<SpeechClient, 'bytes'>,
  jobId: string,
  range: { start: number; end: number },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const sound = await speech.bytes(jobId, signal, range)
  if (!sound) throw new Error(`the sound of job ${jobId} is gone`)
  yield* sound as AsyncIterable<Buffer>
}

/** All that follows the tag of a chapter's mp3, in runs; undefined where a section was stored without the hash of its frames. */
export function runsOfChapter(chapter: Pick<ChapterOutline, 'sections'>): SoundRun[] | undefined {
  const runs: SoundRun[] = []
  for (const [index, sound] of (soundsOf(chapter) ?? []).entries()) {
    if (sound.framesHash === undefined) return undefined
    if (index > 0) runs.push(silentRun)
    runs.push({ bytes: framesBytesOf(sound), sha256: sound.framesHash })
  }
  return runs.length > 0 ? runs : undefined
}

/** The ETag of a chapter's mp3: another one as soon as a section has another sound, or its tag, where it is given, is another. */
export function markOfSound(chapter: Pick<ChapterOutline, 'sections'>, tag: Buffer = Buffer.alloc(0)): string {
  const jobs = (soundsOf(chapter) ?? []).map(({ jobId }) => jobId).join()
  return `"${createHash('sha256').update(jobs).update(tag).digest('base64url')}"`
}
