import * as z from 'zod/mini'
import { defineEvent } from '../../event.ts'
import { Id } from '../../ids.ts'

/**
 * A work is deleted, by its owner or at the end of its lifetime, and each job of it before that: what was kept for it goes. In the topic of deletions.
 * Published at least once.
 */
export const WorkDeleted = defineEvent('job.deleted', 'work-deleted', z.object({ workId: Id }))
