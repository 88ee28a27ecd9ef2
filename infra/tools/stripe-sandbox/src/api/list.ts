import type { List } from '../store/records/common.ts'
import { fields } from './fields.ts'
import { invalid } from './stripe-error.ts'

/** The parameters of every list. */
export const pageParams = {
  limit: fields.optionalNumber,
  starting_after: fields.optionalText,
  ending_before: fields.optionalText,
}
export type Page = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** A page of the found objects, newest first. @param found oldest first */
export function pageOf<T extends { id: string }>(
  found: T[],
  { limit = 10, starting_after, ending_before }: Page,
  url: string,
): List<T> {
  if (limit < 1 || limit > 100) throw invalid('Invalid integer: limit must be between 1 and 100', 'limit')
  const all = found.toReversed()
  const indexOf = (id: string, param: string) => {
    const index = all.findIndex((one) => one.id === id)
    if (index < 0) throw invalid(`No such object: '${id}'`, param, 'resource_missing')
    return index
  }
  if (ending_before) {
    const end = indexOf(ending_before, 'ending_before')
    return { object: 'list', data: all.slice(Math.max(0, end - limit), end), has_more: end > limit, url }
  }
  const start = starting_after ? indexOf(starting_after, 'starting_after') + 1 : 0
  return { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit, url }
}
