import { changedSection, type Edited } from './sections.ts'
import { type Chapter, type Paragraph, voiceOfParagraph, type Work } from './work.ts'

/** Whether a paragraph is spoken by the voice of its chapter, which is that of the work where it has none. */
export const isOfChapter = ({ voiceId, speaker }: Pick<Paragraph, 'voiceId' | 'speaker'>): boolean =>
  voiceId === undefined && speaker === undefined

/**
 * The chapter with another voice: sections with a paragraph that is spoken by another one then have another revision, and keep their sound until they have
 * another; the others stay as they are.
 * @param voiceId undefined: that of the work
 */
export function withVoice(
  chapter: Pick<Chapter, 'sections' | 'voiceId'>,
  work: Pick<Work, 'voiceId' | 'speakers'>,
  voiceId: string | undefined,
): Edited {
  const isOther = (paragraph: Paragraph) =>
    voiceOfParagraph(paragraph, work, chapter) !== voiceOfParagraph(paragraph, work, { voiceId })
  return {
    sections: chapter.sections.map((section) =>
      section.paragraphs.some(isOther) ? changedSection(section, section.paragraphs) : section,
    ),
    removedJobs: [],
    ...(voiceId !== chapter.voiceId && { voiceId: voiceId ?? null }),
  }
}
