import { VendorError, type VendorErrorKind } from '@utter/contracts/vendor-error'

/** A request to an engine's process, which answers under the same id. */
export type Question = { id: number; request: unknown }
/** `rssBytes` is the memory that the process holds after the work. */
export type Answer = { id: number; rssBytes: number; result?: unknown; failure?: EngineFailure }
export type EngineFailure = { message: string; kind?: VendorErrorKind; code?: string }

// A class does not survive the way between processes; what decides about a job does.
export function flatten(error: unknown): EngineFailure {
  if (error instanceof VendorError) return { message: error.message, kind: error.kind, code: error.code }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

export function revive({ message, kind, code }: EngineFailure): Error {
  return kind && code ? new VendorError(kind, code, message) : new Error(message)
}
