import type { QueryClient } from '@tanstack/react-query'
import { addRecent } from '../../../lib/recent.ts'
import { findVoice } from '../../voices/find-voice.ts'
import { ownVoicesQuery, voicesQuery } from '../../voices/queries.ts'
import { recentVoices } from './order-voices.ts'

/** Keeps a voice that a job was sent with; an id that is in no list could not be shown. */
export function rememberVoice(client: QueryClient, voiceId: string): void {
  const voice =
    findVoice(client.getQueryData(voicesQuery.queryKey), voiceId) ??
    findVoice(client.getQueryData(ownVoicesQuery.queryKey), voiceId)
  if (voice) addRecent(recentVoices, voice.id)
}
