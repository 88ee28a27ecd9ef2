import type { ChapterOutline, SectionSound } from './work.ts'

/** MPEG 1 layer III at 48 kHz and 128 kbit/s, as speech stores each sound: a frame has so many bytes, and lasts so long. */
export const soundFrame = { bytes: 384, ms: 24 }
/** Silence between two sections, in frames: that between two paragraphs, 600 ms. */
export const silentFrames = 25
/** The first frame of a stored sound tells its length, and would be wrong for the whole. */
export const skippedBytes = soundFrame.bytes

/** The sounds of a chapter in their order; undefined while a section has none. */
export const soundsOf = ({ sections }: Pick<ChapterOutline, 'sections'>): SectionSound[] | undefined => {
  const sounds = sections.flatMap(({ sound }) => sound ?? [])
  return sounds.length === sections.length ? sounds : undefined
}

/** Bytes of the sound of a chapter's mp3; undefined while a section has no sound at all. */
export function bytesOfChapter(chapter: Pick<ChapterOutline, 'sections'>): number | undefined {
  const sounds = soundsOf(chapter)
  if (!sounds) return undefined
  const bytes = sounds.reduce((sum, { sizeBytes }) => sum + sizeBytes - skippedBytes, 0)
  return bytes + (sounds.length - 1) * silentFrames * soundFrame.bytes
}

/** Milliseconds of it. */
export const durationOfChapter = (chapter: Pick<ChapterOutline, 'sections'>): number =>
  Math.round(((bytesOfChapter(chapter) ?? 0) / soundFrame.bytes) * soundFrame.ms)
