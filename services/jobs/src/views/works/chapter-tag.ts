import type { ChapterStatement } from '@utter/contracts/http/provenance/statements'
import type { Statements } from '@utter/provenance/statements'
import { soundTag } from '@utter/provenance/write-tag'
import type { ChapterOutline, Work } from '../../domain/works/work.ts'
import { runsOfChapter } from './chapter-sound.ts'

type TaggedChapter = Pick<ChapterOutline, '_id' | 'title' | 'voiceId' | 'position' | 'sections'>
type WorkOfTag = Pick<Work, '_id' | 'title' | 'chapterCount' | 'voiceId'>

/**
 * The ID3v2 tag before the sound of a chapter: its title, its work, its place there, that a machine has spoken it, as laws about synthetic voices ask for it, and the signed
 * statement of what follows. The same for the same sound, since ranges are parts of it.
 */
export function tagOfChapter(chapter: TaggedChapter, work: WorkOfTag, statements: Pick<Statements, 'sign'>): Buffer {
  const said = statementOf(chapter, work)
  return soundTag({
    title: chapter.title,
    album: work.title,
    track: `${chapter.position + 1}/${work.chapterCount}`,
    genre: 'Audiobook',
    generated: `Utter, voice ${chapter.voiceId ?? work.voiceId}, work ${work._id}`,
    statement: said && statements.sign(said),
  })
}

/** The statement of a chapter; undefined where a version stored a section of it that made no hash of its frames. */
function statementOf({ _id, voiceId, sections }: TaggedChapter, work: WorkOfTag): ChapterStatement | undefined {
  const sound = runsOfChapter({ sections })
  return (
    sound && {
      v: 1,
      kind: 'chapter',
      work: work._id,
      chapter: _id,
      sections: sections.flatMap(({ sound: one }) =>
        one
          ? {
              job: one.jobId,
              revision: one.revision,
              ...(one.provider !== undefined && { provider: one.provider }),
              voice: one.voice ?? voiceId ?? work.voiceId,
            }
          : [],
      ),
      sound,
    }
  )
}
