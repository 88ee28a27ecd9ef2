import type { Source } from './use-source.ts'

/** Voices of speakers and chapters, as a query has them: JSON. Absent: none was chosen. */
export interface VoicesOfDraft {
  speakers?: string
  chapterVoices?: string
}

type Read = { speakers?: readonly { name: string }[] | undefined; contents: readonly unknown[] }

/**
 * The voices that were chosen, of those names and chapters that the text has now: a typed one changes.
 * @param read undefined: it is not known yet what the text has
 */
export function chosenVoices({ speakers = {}, chapterVoices = [] }: Source, read: Read | undefined) {
  const found = read?.speakers
  const names = Object.keys(speakers).filter((name) => !found || found.some((one) => one.name === name))
  const ofChapters = chapterVoices.slice(0, read?.contents.length)
  return {
    speakers: Object.fromEntries(names.map((name) => [name, speakers[name] ?? ''])),
    chapterVoices: ofChapters.slice(0, ofChapters.findLastIndex((one) => one !== null) + 1),
  }
}

export const voicesInQuery = ({ speakers, chapterVoices }: ReturnType<typeof chosenVoices>): VoicesOfDraft => ({
  ...(Object.keys(speakers).length > 0 && { speakers: JSON.stringify(speakers) }),
  ...(chapterVoices.length > 0 && { chapterVoices: JSON.stringify(chapterVoices) }),
})

export const isSameVoices = (one: VoicesOfDraft, other: VoicesOfDraft): boolean =>
  one.speakers === other.speakers && one.chapterVoices === other.chapterVoices
