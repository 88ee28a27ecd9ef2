import type { LoggedRequest } from '@utter/contracts/http/account/requests'
import type { NotedRequest } from '@utter/contracts/http/internal/account/note-requests'

/** A request that was answered, under its own id. Absent `keyId`: made in a session. */
export type RequestEntry = {
  _id: string
  userId: string
  at: Date
  keyId?: string
  method: string
  path: string
  status: number
  ms: number
  error?: string
  code?: string
  /** Present for a status from 400 on. */
  refused?: true
}
/** Requests of an account in a minute that are not stored, under both. `at`: the last of them. */
export type DroppedEntry = { _id: string; userId: string; at: Date; from: Date; dropped: number }
export type LogEntry = RequestEntry | DroppedEntry

export const isRefused = ({ status }: { status: number }): boolean => status >= 400

export function requestEntry({ requestId, at, keyId, error, code, ...noted }: NotedRequest): RequestEntry {
  return {
    _id: requestId,
    ...noted,
    at: new Date(at),
    ...(keyId !== undefined && { keyId }),
    ...(error !== undefined && { error }),
    ...(code !== undefined && { code }),
    ...(isRefused(noted) && { refused: true as const }),
  }
}

/** An entry of the log as the account's owner sees it. */
export function loggedRequest(entry: LogEntry): LoggedRequest {
  const at = entry.at.toISOString()
  if ('dropped' in entry)
    return { kind: 'dropped', id: entry._id, at, from: entry.from.toISOString(), count: entry.dropped }
  const { _id: requestId, method, path, status, ms, keyId = null, error = null, code = null } = entry
  return { kind: 'request', requestId, at, method, path, status, ms, keyId, error, code }
}
