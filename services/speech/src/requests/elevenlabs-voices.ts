import type { ElevenLabsVoiceView } from '@utter/contracts/http/elevenlabs/voices'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { findVoice, isListed } from '../domain/find-voice.ts'
import { ownVoiceForElevenLabs, voiceForElevenLabs } from '../views/elevenlabs-voice.ts'
import { ownVoiceView } from '../views/own-voice-view.ts'

type VoiceDeps = Pick<Deps, 'speech' | 'ownVoices'>
type Asking = Pick<FastifyRequest, 'caller'>

/** The voices that a sender may name: those for everybody, then the own ones of its account, where it has one. */
export async function elevenLabsVoicesFor(
  { caller }: Asking,
  { speech, ownVoices }: VoiceDeps,
): Promise<ElevenLabsVoiceView[]> {
  const userId = caller?.identity?.userId
  const [voices, own] = await Promise.all([speech.voices(), userId === undefined ? [] : ownVoices.list(userId)])
  const open = voices.filter(isListed)
  return [...open.map(voiceForElevenLabs), ...own.map((voice) => ownVoiceForElevenLabs(ownVoiceView(voice, voices)))]
}

/** The voice of an id or an alias; another account's own is undefined, as one that does not exist. */
export async function elevenLabsVoiceFor(
  { caller }: Asking,
  { speech, ownVoices }: VoiceDeps,
  voiceId: string,
): Promise<ElevenLabsVoiceView | undefined> {
  const voices = await speech.voices()
  const open = findVoice(voices, voiceId)
  if (open) return voiceForElevenLabs(open)
  const userId = caller?.identity?.userId
  const own = userId === undefined ? undefined : await ownVoices.find(userId, voiceId)
  return own && ownVoiceForElevenLabs(ownVoiceView(own, voices))
}
