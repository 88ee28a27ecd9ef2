import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { filterRows } from '../job-list/filter-rows.ts'
import type { Command, CommandSection } from './command.ts'

/** Fewer characters are in too many ids. */
const minJobCharacters = 4
const maxJobs = 8
const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Commands whose label or other words contain every word of the text, in the order of the list. */
const matching = (commands: readonly Command[], text: string): Command[] => {
  const words = text.toLowerCase().split(/\s+/)
  return commands.filter(({ label, words: others = '' }) => {
    const known = `${label} ${others}`.toLowerCase()
    return words.every((word) => known.includes(word))
  })
}

/** The loaded jobs whose id or text contains the text; a whole id of any other is one too, since the server may have it. */
function jobsFor(text: string, rows: readonly JobRow[]): Pick<JobRow, 'id'>[] {
  if (text.length < minJobCharacters) return []
  const found = filterRows([...rows], { status: undefined, code: undefined, text }).slice(0, maxJobs)
  const id = text.toLowerCase()
  return found.length === 0 && wholeId.test(id) ? [{ id }] : found
}

interface Findable {
  screens: readonly Command[]
  actions: readonly Command[]
  rows: readonly JobRow[]
  toCommand: (job: JobRow | Pick<JobRow, 'id'>) => Command
}

/** The palette's sections for the typed text, without the empty ones. */
export function findCommands(typed: string, { screens, actions, rows, toCommand }: Findable): CommandSection[] {
  const text = typed.trim()
  return [
    { title: 'Screens', commands: matching(screens, text) },
    { title: 'Jobs', commands: jobsFor(text, rows).map(toCommand) },
    { title: 'Actions', commands: matching(actions, text) },
  ].filter(({ commands }) => commands.length > 0)
}
