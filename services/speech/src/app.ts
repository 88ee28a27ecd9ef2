import { openApiRoute } from '@utter/http/openapi/openapi-route'
import { type App, addRoutes } from '@utter/http/route'
import { createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import type { WorkersOf } from '@utter/worker/workers-of'
import { accountState } from './consumes/account-state.ts'
import { jobCancelled } from './consumes/job-cancelled.ts'
import { jobDeleted } from './consumes/job-deleted.ts'
import { speechRequested } from './consumes/speech-requested.ts'
import { workDeleted } from './consumes/work-deleted.ts'
import type { ConsumeDeps, Deps, WorkDeps } from './deps.ts'
import { audioRoute } from './routes/audio.ts'
import { findElevenLabsVoices } from './routes/elevenlabs/find-voices.ts'
import { getElevenLabsVoice } from './routes/elevenlabs/get-voice.ts'
import { listElevenLabsVoices } from './routes/elevenlabs/list-voices.ts'
import { hearPronunciation } from './routes/hear-pronunciation.ts'
import { getAudioForJobs } from './routes/internal/get-audio.ts'
import { getAudioAs } from './routes/internal/get-audio-as.ts'
import { getLiveAudio } from './routes/internal/get-live-audio.ts'
import { getWordsForJobs } from './routes/internal/get-words.ts'
import { keptShareForJobs } from './routes/internal/kept-share.ts'
import { listOwnVoicesForJobs } from './routes/internal/list-own-voices.ts'
import { listVendors } from './routes/internal/list-vendors.ts'
import { listVoicesForJobs } from './routes/internal/list-voices.ts'
import { switchVendor } from './routes/internal/switch-vendor.ts'
import { addOwnVoice } from './routes/own/add-own-voice.ts'
import { getOwnVoice } from './routes/own/get-own-voice.ts'
import { hearBlend } from './routes/own/hear-blend.ts'
import { listOwnVoices } from './routes/own/list-own-voices.ts'
import { ownVoiceSample } from './routes/own/own-voice-sample.ts'
import { removeOwnVoice } from './routes/own/remove-own-voice.ts'
import { voiceSampleRoute } from './routes/voice-sample.ts'
import { voicesRoute } from './routes/voices.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log, responseTimeoutMs: Number.POSITIVE_INFINITY })
  const own = [listOwnVoices, addOwnVoice, getOwnVoice, removeOwnVoice, ownVoiceSample, hearBlend]
  const elevenLabs = [listElevenLabsVoices, findElevenLabsVoices, getElevenLabsVoice]
  const sounds = [getAudioForJobs, getAudioAs, getLiveAudio, getWordsForJobs]
  const internal = [...sounds, keptShareForJobs, listVoicesForJobs, listOwnVoicesForJobs, listVendors, switchVendor]
  const open = [audioRoute, voicesRoute, voiceSampleRoute]
  addRoutes(app, [...open, ...elevenLabs, ...own, hearPronunciation, ...internal, openApiRoute], deps)
  return app
}

export const workers = (deps: WorkDeps): WorkersOf<'speech', keyof ReturnType<typeof consumers>> => ({
  'speech-requested': speechRequested(deps),
})

export const consumers = (
  deps: ConsumeDeps,
): Pick<ConsumersOf<'speech'>, 'account-state' | 'job-deleted' | 'job-cancelled' | 'work-deleted'> => ({
  'account-state': accountState(deps),
  'job-deleted': jobDeleted(deps),
  'job-cancelled': jobCancelled(deps),
  'work-deleted': workDeleted(deps),
})
