import { paths } from '@utter/contracts/screens'
import * as z from 'zod/mini'
import { storedList } from '../../../lib/browser/stored-list.ts'
import type { Filters } from './filter-rows.ts'

/** Characters of a name, and filters of an account. */
export const maxNameCharacters = 40
export const maxSavedFilters = 20

/** Filters under a name. `search` is what they are in the address. */
const SavedFilter = z.object({ name: z.string(), search: z.string() })
export type SavedFilter = z.infer<typeof SavedFilter>

export const savedFilters = storedList('job-filters', SavedFilter)

/** Filters as the address has them, always in the same order: the same filters are the same text. */
export const searchOf = ({ text, status, code, tag }: Filters): string =>
  new URLSearchParams({
    ...(text && { q: text }),
    ...(status && { status }),
    ...(code && { code }),
    ...(tag && { tag }),
  }).toString()

export const addressOfSaved = ({ search }: SavedFilter): string => `${paths.jobs}?${search}`

/** The list with one more, at its end; the same name takes the place of the one before. */
export const withSaved = (list: readonly SavedFilter[], one: SavedFilter): SavedFilter[] =>
  list.some(({ name }) => name === one.name)
    ? list.map((present) => (present.name === one.name ? one : present))
    : [...list, one].slice(-maxSavedFilters)
