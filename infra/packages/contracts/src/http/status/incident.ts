import * as z from 'zod/mini'
import { Id, Instant } from '../../ids.ts'
import { servedParts } from './served.ts'

/** In the order of an incident's life; a later one may be an earlier state again. */
export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export const IncidentState = z.enum(incidentStates)
export type IncidentState = z.infer<typeof IncidentState>

export const incidentTitleLimit = 120
export const incidentTextLimit = 1_000
const Text = z
  .string('text is required')
  .check(
    z.trim(),
    z.minLength(1, 'text is required'),
    z.maxLength(incidentTextLimit, `text must be at most ${incidentTextLimit} characters`),
  )

/** Newest update first. */
export const IncidentView = z.object({
  id: Id,
  title: z.string(),
  parts: z.array(z.enum(servedParts)),
  state: IncidentState,
  openedAt: Instant,
  /** Null: it is not resolved. */
  resolvedAt: z.nullable(Instant),
  updates: z.array(z.object({ at: Instant, state: IncidentState, text: z.string() })),
})
export type IncidentView = z.infer<typeof IncidentView>

/** Open ones and those of 90 days, newest first, at most 50. */
export const IncidentList = z.array(IncidentView)
export type IncidentList = z.infer<typeof IncidentList>
export const maxIncidents = 50

/** `POST /internal/incidents`, operator to account. */
export const OpenIncident = z.object({
  title: z
    .string('title is required')
    .check(
      z.trim(),
      z.minLength(1, 'title is required'),
      z.maxLength(incidentTitleLimit, `title must be at most ${incidentTitleLimit} characters`),
    ),
  parts: z.array(z.enum(servedParts, `parts must be of ${servedParts.join(', ')}`)).check(z.maxLength(4)),
  text: Text,
})
export type OpenIncident = z.infer<typeof OpenIncident>

/** `POST /internal/incidents/:id/updates`, operator to account. */
export const UpdateIncident = z.object({ state: IncidentState, text: Text })
export type UpdateIncident = z.infer<typeof UpdateIncident>
