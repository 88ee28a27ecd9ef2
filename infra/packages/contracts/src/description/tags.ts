import { TagsRequest, TagsView } from '../http/jobs/job-tags.ts'
import { limits } from '../jobs.ts'
import { describe } from './describe.ts'

/** Tags as a request has them. */
export const sentTags = {
  type: 'array',
  maxItems: limits.tags,
  items: { type: 'string', minLength: 1, maxLength: limits.tag, pattern: '\\S' },
}

export const tagDescriptions = [
  describe(TagsRequest, 'TagsRequest', 'The tags of a job, all of them.', {
    tags: { description: 'They take the place of those before; an empty list leaves none.', ...sentTags },
  }),
  describe(TagsView, 'TagsView', 'The tags of a job.', { tags: 'Each once; empty: none.' }),
]
