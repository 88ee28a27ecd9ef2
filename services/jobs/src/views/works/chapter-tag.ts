import { ID3Writer } from 'browser-id3-writer'
import type { ChapterOutline, Work } from '../../domain/works/work.ts'

/**
 * The ID3v2 tag before the sound of a chapter: its title, its work, its place there, and that a machine has spoken it, as laws about synthetic voices ask for it.
 */
export function tagOfChapter(
  { title, position }: Pick<ChapterOutline, 'title' | 'position'>,
  work: Pick<Work, '_id' | 'title' | 'chapterCount' | 'voiceId'>,
): Buffer {
  const writer = new ID3Writer(new ArrayBuffer(0))
  writer
    .setFrame('TIT2', title)
    .setFrame('TALB', work.title)
    .setFrame('TRCK', `${position + 1}/${work.chapterCount}`)
    .setFrame('TCON', ['Audiobook'])
    .setFrame('TXXX', { description: 'AI_GENERATED', value: `Utter, voice ${work.voiceId}, work ${work._id}` })
  return Buffer.from(writer.addTag())
}
