import type { Caller } from '@utter/http/identity'
import { clientName } from '../domain/client-name.ts'

export type LoginRequest = { caller: Caller | null; headers: { 'user-agent'?: string | undefined } }

/** The address and the client of a login, as the list of sessions shows them. */
export function originOf({ caller, headers }: LoginRequest): { address?: string; client?: string } {
  const client = clientName(headers['user-agent'])
  return { ...(caller?.address && { address: caller.address }), ...(client && { client }) }
}
