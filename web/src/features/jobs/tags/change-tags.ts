import { JobTags } from '@utter/contracts/http/jobs/job-tags'

/** A change of the tags of several jobs. */
export interface TagChange {
  added: readonly string[]
  removed: readonly string[]
}

/** With one more at the end, unless it is among them or empty. */
export function withTag(tags: readonly string[], text: string): readonly string[] {
  const tag = text.trim()
  return tag === '' || tags.includes(tag) ? tags : [...tags, tag]
}

export const withoutTag = (tags: readonly string[], tag: string): string[] => tags.filter((one) => one !== tag)

/** The server's own sentence about tags that it would refuse. */
export const faultOfTags = (tags: readonly string[]): string | undefined =>
  JobTags.safeParse(tags).error?.issues[0]?.message

/** Tags of a job after a change of several jobs. */
export const tagsAfter = (tags: readonly string[], { added, removed }: TagChange): readonly string[] =>
  added.reduce(
    withTag,
    tags.filter((tag) => !removed.includes(tag)),
  )

/** Whether a change is none for these tags. */
export const isUnchanged = (tags: readonly string[], change: TagChange): boolean => {
  const after = tagsAfter(tags, change)
  return after.length === tags.length && after.every((tag) => tags.includes(tag))
}
