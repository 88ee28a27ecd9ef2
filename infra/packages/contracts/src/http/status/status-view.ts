import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { IncidentList } from './incident.ts'
import { ServedPart, ServedState } from './served.ts'

/** `GET /api/status`, for everybody: what is served, by the platform's own figures, and what its operator says. */
export const StatusView = z.object({
  at: Instant,
  /** The worst of its parts. */
  state: ServedState,
  parts: z.array(ServedPart),
  /** Null while they cannot be read. */
  incidents: z.nullable(IncidentList),
})
export type StatusView = z.infer<typeof StatusView>
