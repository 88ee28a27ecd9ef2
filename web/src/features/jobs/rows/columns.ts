import { type MessageDescriptor, msg } from '../../../lib/language/words.ts'
/** The columns of a table of jobs, and how much of the ids is shown. */
export interface Columns {
  heads: readonly MessageDescriptor[]
  template: string
  gapPx: number
  idCharacters: number
  /** Where rows stack, the last line has the id, the progress and these. */
  hasActions: boolean
  /** The first column has a checkbox for each row; where rows stack, it is left of them. */
  hasChoice: boolean
}

/** The Dashboard's. */
export const recentColumns: Columns = {
  heads: [msg('Job ID'), msg('Status'), msg('Progress'), msg('User Text'), msg('Created')],
  template: '96px 124px 136px minmax(0, 1fr) 116px',
  gapPx: 16,
  idCharacters: 8,
  hasActions: false,
  hasChoice: false,
}

/** A list of jobs with all about them. */
export const queueColumns: Columns = {
  heads: [
    msg('Job ID'),
    msg('Status'),
    msg('Progress'),
    msg('User Text'),
    msg('Voice ID'),
    msg('Created'),
    msg('Actions'),
  ],
  template: '112px 116px 108px minmax(0, 1fr) 84px 104px 72px',
  gapPx: 14,
  idCharacters: 12,
  hasActions: true,
  hasChoice: false,
}

/** The Job Queue's, whose rows are chosen. */
export const choiceColumns: Columns = {
  ...queueColumns,
  template: `16px ${queueColumns.template}`,
  hasChoice: true,
}
