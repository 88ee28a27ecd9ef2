import { JobView } from '@utter/contracts/http/jobs/job-views'
import { TtsSettings } from '@utter/contracts/jobs'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The warnings that the answer tells. */
    warnings: string[]
  }
}

const maxWarnings = 10
const maxNameLength = 60

/** A schema of an object, by the names of its fields. */
export type Known = { shape: Record<string, unknown> }

/**
 * Warnings about what a job request has and nobody reads: a misspelt field, or one of another platform, is left out and told. An answer of
 * ours that is sent back has none.
 */
export function unknownFieldsOf(sent: unknown, { shape }: Known): string[] {
  if (!isObject(sent)) return []
  const unknown = [
    ...Object.keys(sent).filter((name) => !(name in shape) && !(name in JobView.shape)),
    ...Object.keys(isObject(sent.ttsSettings) ? sent.ttsSettings : {})
      .filter((name) => !(name in TtsSettings.shape))
      .map((name) => `ttsSettings.${name}`),
  ]
  return unknown.slice(0, maxWarnings).map((name) => `Unknown field: ${name.slice(0, maxNameLength)}`)
}

/** Notes them before validation, which leaves these fields out. */
export function noteUnknownFields(request: FastifyRequest, known: Known): void {
  request.warnings = unknownFieldsOf(request.body, known)
}

export const warned = (warnings: string[] = []): { warnings?: string[] } => (warnings.length > 0 ? { warnings } : {})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
