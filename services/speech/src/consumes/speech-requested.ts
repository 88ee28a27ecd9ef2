import { SpeechRequested } from '@utter/contracts/events/speech-requested'
import { failpoint } from '@utter/runtime/failpoint'
import { audioName } from '@utter/storage/audio/name'
import { textRulesVersion } from '@utter/text/rules-version'
import { defineWorker } from '@utter/worker/worker'
import type { WorkDeps } from '../deps.ts'
import { speechLimitMs } from '../domain/speech-limit.ts'
import { speakJob } from '../lifecycle/speak-job.ts'
import { countSpoken } from '../metrics.ts'
import { audioStored } from '../publishes/audio-stored.ts'
import { speechProgressed } from '../publishes/speech-progressed.ts'
import { speechStarted } from '../publishes/speech-started.ts'
import { stepFailed } from '../publishes/step-failed.ts'
import { stepPostponed } from '../publishes/step-postponed.ts'

/** The speech step: spoken whole, mastered, written under a name that no other attempt has, and only then stored as the result. */
export const speechRequested = ({ claims, files, speech, mastering, breaker, clock }: WorkDeps) =>
  defineWorker({
    event: SpeechRequested,
    stage: 'speech',
    claims,
    breaker,
    limitMs: ({ text }) => speechLimitMs(text),
    reports: { started: speechStarted, done: audioStored, failed: stepFailed, postponed: stepPostponed },
    async execute(request, { signal, owner, report, about, givesUp }) {
      const onDone = (done: number) => report(speechProgressed(request, about.userId, done))
      const { spoken, voice } = await speakJob(speech, request, { signal, about, givesUp, onDone })
      const storingAt = clock.now().toISOString()
      const { mp3, durationMs, peaks } = await mastering.master(spoken, { signal })
      const name = audioName(request.jobId, owner)
      await files.write(name, mp3)
      // Aborted, so the result is not used: without this the file would stay until a sweep finds it.
      if (signal.aborted) await files.remove(name)
      signal.throwIfAborted()
      failpoint('recording-written')
      if (voice) countSpoken(voice.provider, request.text.length)
      const work = {
        ...(voice && { provider: voice.provider, model: voice.model, voice: voice.id }),
        textRules: textRulesVersion,
        characters: request.text.length,
        recordings: spoken.recordings,
        storingAt,
      }
      return { name, sizeBytes: mp3.length, durationMs, peaks, work }
    },
  })
