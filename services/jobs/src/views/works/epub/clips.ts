import { type BookChapter, paragraphId, sectionId, sentenceId } from './book.ts'

/** An element of a page, and the milliseconds of the chapter's mp3 in which it is lit. */
export type Clip = { target: string; beginMs: number; endMs: number }

/**
 * The clips of a chapter, which together are all of its sound: one ends where the next one begins, so that a reading system that goes from clip to clip skips
 * no pause. A sentence is one, or a paragraph that has no other; a section without times is one; what is not spoken has none.
 */
export function clipsOf({ sections, sound }: BookChapter): Clip[] {
  if (!sound) return []
  const begun = sections.flatMap((paragraphs, section): { target: string; beginMs: number }[] => {
    const timed = paragraphs.flatMap(({ startMs, sentences }, index) => {
      const id = paragraphId(section, index)
      const parts = sentences?.map((one, at) => ({ target: sentenceId(id, at), beginMs: one.startMs }))
      return (parts ?? [{ target: id, beginMs: startMs }]).flatMap(({ target, beginMs }) =>
        beginMs === undefined ? [] : [{ target, beginMs }],
      )
    })
    return timed.length > 0 ? timed : [{ target: sectionId(section), beginMs: sound.sectionStarts[section] ?? 0 }]
  })
  const clips: Clip[] = []
  for (const [index, { target, beginMs }] of begun.entries()) {
    const from = index === 0 ? 0 : Math.round(beginMs)
    const last = clips.at(-1)
    // A clip without a length is none to a reading system.
    if (from >= sound.durationMs || (last && from <= last.beginMs)) continue
    if (last) last.endMs = from
    clips.push({ target, beginMs: from, endMs: sound.durationMs })
  }
  return clips
}

/** A time as SMIL has it: hours, minutes and seconds with three decimals. */
export function clockValue(ms: number): string {
  const part = (value: number, digits: number) => String(value).padStart(digits, '0')
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1_000) % 60,
  ]
  return `${hours}:${part(minutes, 2)}:${part(seconds, 2)}.${part(ms % 1_000, 3)}`
}
