import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SoundRun } from '@utter/contracts/http/provenance/statements'
import { runOf } from '@utter/provenance/sound-runs'
import type { SpeechClient } from '../../clients/speech.ts'
import { framesBytesOf, silentFrames, skippedBytesOf, soundFrame, soundsOf } from '../../domain/works/chapter-length.ts'
import type { ChapterOutline, SectionSound } from '../../domain/works/work.ts'

/** Header of a frame of such sounds in joint stereo, without a checksum; zeros behind it are silence. */
const frameHeader = Buffer.from([0xff, 0xfb, 0x94, 0x64])

const silence = Buffer.concat(
  Array.from({ length: silentFrames }, () =>
    Buffer.concat([frameHeader, Buffer.alloc(soundFrame.bytes - frameHeader.length)]),
  ),
)

const silentRun = runOf(silence)

/** Parts of a chapter's mp3 in their order, each with its place in it. */
type Part = { from: number; bytes: number } & ({ sound: SectionSound } | { content: Buffer })

function partsOf(tag: Buffer, sounds: SectionSound[]): Part[] {
  const parts: Part[] = []
  let from = 0
  const add = (part: Part) => {
    parts.push(part)
    from += part.bytes
  }
  for (const [index, sound] of sounds.entries()) {
    const content = index > 0 ? silence : tag
    add({ from, bytes: content.length, content })
    add({ from, bytes: framesBytesOf(sound), sound })
  }
  return parts
}

/**
 * The mp3 of a chapter: its tag, and the frames of its sections, one after the other, read as fast as the client takes them. It breaks off where a sound is gone or speech does
 * not answer.
 * @param range the first and the last byte of tag and sound
 */
export function chapterSound(
  speech: Pick<SpeechClient, 'bytes'>,
  { chapter, tag }: { chapter: ChapterOutline; tag: Buffer },
  { start, end }: { start: number; end: number },
  signal: AbortSignal,
): Readable {
  const sounds = soundsOf(chapter) ?? []
  return Readable.from(
    (async function* () {
      for (const part of partsOf(tag, sounds)) {
        const [first, last] = [Math.max(start - part.from, 0), Math.min(end - part.from, part.bytes - 1)]
        if (first > last) continue
        if ('content' in part) yield part.content.subarray(first, last + 1)
        else {
          const skipped = skippedBytesOf(part.sound)
          yield* bytesOf(speech, part.sound.jobId, { start: skipped + first, end: skipped + last }, signal)
        }
      }
    })(),
    { objectMode: false },
  )
}

async function* bytesOf(
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
