import type { JobKind } from '@utter/contracts/http/jobs/batch'
import { limits } from '@utter/contracts/jobs'
import { paths } from '@utter/contracts/screens'
import { jobKinds } from './job-kinds.ts'

interface Choice {
  kind: JobKind
  voiceId: string
}

/** The Playground's address with these chosen in its form. */
export function playgroundWith({ kind, voiceId }: { kind: JobKind; voiceId: string | undefined }): string {
  const search = new URLSearchParams({ kind, ...(voiceId && { voice: voiceId }) })
  return `${paths.playground}?${search}`
}

/** The choice that the address makes. Anybody can write an address: the form would take no other values either. */
export function choiceIn(search: URLSearchParams): Partial<Choice> {
  const kind = jobKinds.find((one) => one === search.get('kind'))
  const voiceId = search.get('voice')?.trim() ?? ''
  return { ...(kind && { kind }), ...(voiceId && voiceId.length <= limits.id && { voiceId }) }
}

/** @returns the search without the choice; undefined where there was none */
export function withoutChoice(search: URLSearchParams): URLSearchParams | undefined {
  if (!search.has('kind') && !search.has('voice')) return undefined
  const rest = new URLSearchParams(search)
  rest.delete('kind')
  rest.delete('voice')
  return rest
}
