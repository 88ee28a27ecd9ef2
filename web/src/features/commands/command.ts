import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import type { LucideIcon } from 'lucide-react'
import type { MessageDescriptor } from '../../lib/language/words.ts'

/** A screen that a person can go to, as the sidebar lists it. */
export interface ScreenLink {
  label: MessageDescriptor
  to: string
  icon: LucideIcon
}

/** A line of the palette. */
export interface Command {
  id: string
  label: string
  icon: LucideIcon
  /** The shortcut that does the same. */
  keys?: string | undefined
  /** Other words by which it is found, in English alone. */
  words?: string
  /** The job that it opens, where it is known. */
  job?: JobRow
  run: () => void
}

export interface CommandSection {
  title: string
  commands: Command[]
}
