import { pieceOfFile } from '@utter/speech/domain/kept/piece-file'
import type { Snapshot } from './snapshot.ts'

/**
 * Each piece that speech keeps belongs to works that are there, and names a file that is there; and each file of a piece is named, but for those that a death
 * has left to the sweep (`disturbed`).
 */
export const pieceViolations = (
  { pieces, pieceFiles, jobs: { works = [] } }: Snapshot,
  disturbed: boolean,
): string[] => [
  ...pieces.flatMap(({ _id, name, works: of }) => {
    const broken: string[] = []
    if (of.length === 0) broken.push(`the piece ${_id} is of no work`)
    for (const id of of)
      if (!works.some((work) => work._id === id)) broken.push(`the piece ${_id} is kept for a work that is gone`)
    const size = pieceFiles.find((file) => file.name === name)?.sizeBytes ?? 0
    if (size === 0) broken.push(`the piece ${_id} is kept, and its file is gone`)
    if (pieceOfFile(name) !== _id) broken.push(`the piece ${_id} names the file of another`)
    return broken
  }),
  ...pieceFiles.flatMap(({ name }) =>
    disturbed || pieces.some((piece) => piece.name === name) ? [] : [`the file ${name} is named by no kept piece`],
  ),
]
