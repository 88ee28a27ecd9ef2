import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import { sentBody } from '../fields.ts'

const sentence = `tags must be at most ${limits.tags} texts of 1 to ${limits.tag} characters`
const isTag = (tag: unknown) => typeof tag === 'string' && tag.trim() !== '' && tag.length <= limits.tag

/** Words of the account's own by which it finds its jobs again. Repeated ones are dropped. */
export const JobTags = z.pipe(
  z.custom<string[]>((tags) => Array.isArray(tags) && tags.length <= limits.tags && tags.every(isTag), sentence),
  z.transform((tags) => [...new Set(tags)]),
)

/** `PUT /api/jobs/{id}/tags`: all tags of a job, in the place of those before. */
export const TagsRequest = sentBody({ tags: JobTags })

/** The tags of a job; empty: it has none. */
export const TagsView = z.object({ tags: z.array(z.string()) })
