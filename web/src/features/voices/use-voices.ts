import { useQuery } from '@tanstack/react-query'
import type { OwnVoiceView, VoiceView } from '@utter/contracts/http/voices'
import { useMemo } from 'react'
import { useMe } from '../session/me.ts'
import { ownVoicesQuery, voicesQuery } from './queries.ts'

/** Voices for everybody, then the account's own. Both at once: a list that grows would move what is below it. */
export function useVoices() {
  const own = useQuery({ ...ownVoicesQuery, enabled: Boolean(useMe().data) })
  const { data, isError } = useQuery(voicesQuery)
  const all = useMemo(() => data && [...data, ...(own.data ?? [])], [data, own.data])
  return { data: own.isLoading ? undefined : all, isError }
}

export const isOwn = (voice: VoiceView | OwnVoiceView): voice is OwnVoiceView => 'addedAt' in voice
