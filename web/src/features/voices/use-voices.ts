import { useQuery } from '@tanstack/react-query'
import type { OwnVoiceView, VoiceView } from '@utter/contracts/http/voices'
import { useMemo } from 'react'
import { useMe } from '../session/me.ts'
import { ownVoicesQuery, voicesQuery } from './queries.ts'

/**
 * Voices for everybody, then the account's own. Both at once: a list that grows would move what is below it.
 * `isWhole`: all were read, so that an id without a voice has none.
 */
export function useVoices() {
  const me = useMe()
  const isSignedIn = Boolean(me.data)
  const own = useQuery({ ...ownVoicesQuery, enabled: isSignedIn })
  const { data, isError } = useQuery(voicesQuery)
  const all = useMemo(() => data && [...data, ...(own.data ?? [])], [data, own.data])
  const isWhole = Boolean(data) && !me.isPending && (!isSignedIn || own.isSuccess)
  return { data: own.isLoading ? undefined : all, isError, isWhole }
}

export const isOwn = (voice: VoiceView | OwnVoiceView): voice is OwnVoiceView => 'addedAt' in voice
