import * as z from 'zod/mini'
import { WorkView } from '../../works/views.ts'

/** `GET /internal/accounts/:userId/works/:id`, notifier to jobs: the work as its owner sees it, with the versions that its events have. */
export const WorkForNotifier = z.object({
  work: WorkView,
  version: z.int(),
  chapterVersions: z.record(z.string(), z.int()),
})
export type WorkForNotifier = z.infer<typeof WorkForNotifier>
