import type { ChapterOutline, SectionSound } from './work.ts'

/** MPEG 1 layer III at 48 kHz and 128 kbit/s, as speech stores each sound: a frame has so many bytes, and lasts so long. */
export const soundFrame = { bytes: 384, ms: 24 }
/** Silence between two sections, in frames: that between two paragraphs, 600 ms. */
export const silentFrames = 25
/** Before the frames of a stored sound are its own tag, and a frame with its length, which would be wrong for the whole; stored by earlier versions, that frame alone. */
export const skippedBytesOf = ({ headBytes = soundFrame.bytes }: Pick<SectionSound, 'headBytes'>): number => headBytes
export const framesBytesOf = (sound: Pick<SectionSound, 'sizeBytes' | 'headBytes'>): number =>
  sound.sizeBytes - skippedBytesOf(sound)

/** The sounds of a chapter in their order; undefined while a section has none. */
export const soundsOf = ({ sections }: Pick<ChapterOutline, 'sections'>): SectionSound[] | undefined => {
  const sounds = sections.flatMap(({ sound }) => sound ?? [])
  return sounds.length === sections.length ? sounds : undefined
}

/** Bytes of the sound of a chapter's mp3; undefined while a section has no sound at all. */
export function bytesOfChapter(chapter: Pick<ChapterOutline, 'sections'>): number | undefined {
  const sounds = soundsOf(chapter)
  if (!sounds) return undefined
  const bytes = sounds.reduce((sum, sound) => sum + framesBytesOf(sound), 0)
  return bytes + (sounds.length - 1) * silentFrames * soundFrame.bytes
}

/** Milliseconds of it. */
export const durationOfChapter = (chapter: Pick<ChapterOutline, 'sections'>): number =>
  Math.round(((bytesOfChapter(chapter) ?? 0) / soundFrame.bytes) * soundFrame.ms)

/** Silence that encoder and decoder put before the sound of a section, in samples of 48 kHz: without the frame that tells it, no player takes it off. */
const codecDelay = 576 + 529

/** The milliseconds of a chapter's mp3 at which the sounds of its sections begin; undefined while a section has none. */
export function startsOfSections(chapter: Pick<ChapterOutline, 'sections'>): number[] | undefined {
  let frames = 0
  return soundsOf(chapter)?.map((sound) => {
    const startMs = frames * soundFrame.ms + codecDelay / 48
    frames += framesBytesOf(sound) / soundFrame.bytes + silentFrames
    return startMs
  })
}
