import { scopesOf } from '@utter/contracts/credential'
import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import type { Usage } from '@utter/contracts/http/internal/jobs/get-usage'
import type { ApiKey } from './key-settings.ts'

/** A key as its owner sees it. @param usage from jobs; undefined before the first submission and while jobs is unavailable */
export function apiKeyView(token: ApiKey, usage: Usage | undefined): ApiKeyView {
  const { id, name = '', start = '', createdAt, usedAt, expiresAt, networks, rate, monthlyCap, pausedAt } = token
  return {
    id,
    name,
    scopes: scopesOf(token),
    start,
    createdAt: createdAt.toISOString(),
    lastUsedAt: usedAt > createdAt ? usedAt.toISOString() : null,
    expiresAt: expiresAt?.toISOString() ?? null,
    networks: networks ?? [],
    rate: rate ?? null,
    monthlyCap: monthlyCap ?? null,
    callsUsed: usage?.keys?.find(({ keyId }) => keyId === id)?.calls ?? 0,
    isPaused: pausedAt !== undefined,
  }
}
