import type { Scope } from '@utter/contracts/credential'
import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { defaultVoiceId } from '@utter/contracts/jobs'
import { counted, grouped } from '../../lib/format/counted.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'

/** Calls of the present period: '2,100 of 5,000', or '9,870' of a key without a cap. */
export const usedOf = ({ callsUsed, monthlyCap }: ApiKeyView): string =>
  monthlyCap === null
    ? grouped(callsUsed)
    : t('{used} of {max}', { used: grouped(callsUsed), max: grouped(monthlyCap) })

/** '2 networks · 5 requests in 60 s'; empty for a key without either limit. */
export const limitsOf = ({ networks, rate }: ApiKeyView): string =>
  [
    networks.length > 0 && counted(networks.length, 'network'),
    rate !== null && t('{requests} in 60 s', { requests: counted(rate, 'request') }),
  ]
    .filter(Boolean)
    .join(' · ')

/** The actions that each scope allows. */
export const scopeLabels: Record<Scope, MessageDescriptor> = {
  'jobs:write': msg('Make and cancel voice jobs, chat'),
  'jobs:read': msg('Read jobs and audio'),
  'jobs:delete': msg('Delete jobs that have ended, for good'),
  'usage:read': msg('Read the account and its usage'),
}

/** A call that a key of these scopes may make, ready to be run. @param requestId run twice it makes one job */
export function curlOf(key: string, scopes: readonly Scope[], origin: string, requestId: string): string {
  const authorization = `-H "Authorization: Bearer ${key}"`
  if (!scopes.includes('jobs:write')) {
    const path = scopes.includes('jobs:read') ? '/api/jobs' : '/api/usage'
    return `curl ${origin}${path} \\\n  ${authorization}`
  }
  const body = JSON.stringify({ userText: 'Hello from my own program.', requestId, voiceId: defaultVoiceId })
  return `curl ${origin}/api/tts \\\n  ${authorization} \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`
}
