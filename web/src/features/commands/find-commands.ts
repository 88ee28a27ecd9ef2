import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { t } from '../../lib/language/words.ts'
import type { Command, CommandSection } from './command.ts'

/** Fewer characters are in too many ids: by them jobs are found by their words alone. */
const minIdCharacters = 4
const maxJobs = 8
const maxOnScreen = 8
/** Saved filters before anything is typed. */
const maxSaved = 5
const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Commands whose label or other words contain every word of the text, in the order of the list. */
const matching = (commands: readonly Command[], text: string): Command[] => {
  const words = text.toLowerCase().split(/\s+/)
  return commands.filter(({ label, words: others = '' }) => {
    const known = `${label} ${others}`.toLowerCase()
    return words.every((word) => known.includes(word))
  })
}

const contains = (row: JobRow, text: string): boolean =>
  [row.userText, row.voiceId, row.error ?? '', text.length < minIdCharacters ? '' : row.id].some((one) =>
    one.toLowerCase().includes(text),
  )

/** The loaded jobs whose text, voice, error or id contains the text; a whole id of any other is one too, since the server may have it. */
function jobsFor(typed: string, rows: readonly JobRow[]): Pick<JobRow, 'id'>[] {
  if (typed === '') return []
  const text = typed.toLowerCase()
  const found: JobRow[] = []
  for (const row of rows) {
    if (contains(row, text)) found.push(row)
    if (found.length === maxJobs) break
  }
  return found.length === 0 && wholeId.test(text) ? [{ id: text }] : found
}

interface Findable {
  screens: readonly Command[]
  actions: readonly Command[]
  /** Buttons and links of the present screen: found by their words alone. */
  onScreen: readonly Command[]
  /** The account's saved filters of jobs. */
  saved: readonly Command[]
  /** Parts of My Account: too many to be shown before anything is typed. */
  parts: readonly Command[]
  rows: readonly JobRow[]
  toCommand: (job: JobRow | Pick<JobRow, 'id'>) => Command
  /** The way to jobs that are not loaded. */
  toSearch: (text: string) => Command
}

/** The palette's sections for the typed text, without the empty ones. */
export function findCommands(
  typed: string,
  { screens, actions, onScreen, saved, parts, rows, toCommand, toSearch }: Findable,
): CommandSection[] {
  const text = typed.trim()
  return [
    { title: t('Screens'), commands: matching(screens, text) },
    { title: t('On this screen'), commands: text === '' ? [] : matching(onScreen, text).slice(0, maxOnScreen) },
    { title: t('Actions'), commands: matching(actions, text) },
    { title: t('Saved filters'), commands: matching(saved, text).slice(0, text === '' ? maxSaved : undefined) },
    { title: t('My Account'), commands: text === '' ? [] : matching(parts, text) },
    { title: t('Jobs'), commands: jobsFor(text, rows).map(toCommand) },
    { title: t('Search'), commands: text === '' ? [] : [toSearch(text)] },
  ].filter(({ commands }) => commands.length > 0)
}
