import { SpeechRequested } from '@utter/contracts/events/speech-requested'
import { isLongText, maxLiveCharacters } from '@utter/contracts/jobs'
import { failpoint } from '@utter/runtime/failpoint'
import { audioName } from '@utter/storage/audio/name'
import { textRulesVersion } from '@utter/text/rules-version'
import { defineWorker } from '@utter/worker/worker'
import type { WorkDeps } from '../deps.ts'
import { turnsOf } from '../domain/marks/turns.ts'
import { taggedMp3 } from '../domain/provenance/tagged-mp3.ts'
import { leadMs } from '../domain/recording.ts'
import { speechLimitMs } from '../domain/speech-limit.ts'
import { pcmHashOf } from '../domain/stored-audio.ts'
import { timedWords } from '../domain/words/timed-words.ts'
import { keepPieces } from '../lifecycle/keep-pieces.ts'
import { speakJob } from '../lifecycle/speak-job.ts'
import { type Heard, notLive, speakLive } from '../lifecycle/speak-live.ts'
import { tellWords } from '../lifecycle/tell-words.ts'
import { countSpoken } from '../metrics.ts'
import { audioStored } from '../publishes/audio-stored.ts'
import { speechProgressed } from '../publishes/speech-progressed.ts'
import { speechStarted } from '../publishes/speech-started.ts'
import { stepFailed } from '../publishes/step-failed.ts'
import { stepPostponed } from '../publishes/step-postponed.ts'
import { openSampleSpool } from '../store/sample-spool.ts'

/** The interval at which a piece that is spoken again is told as work under way. */
const tellEveryMs = 10_000

/** A text that takes one turn of its account. */
const ordinaryCharacters = 200

/** The speech step: spoken whole, mastered, written under a name that no other attempt has, and only then stored as the result. */
export const speechRequested = ({
  claims,
  files,
  speech,
  mastering,
  hearing,
  liveSounds,
  spokenAhead,
  pieces,
  statements,
  publish,
  breaker,
  clock,
}: WorkDeps) =>
  defineWorker({
    event: SpeechRequested,
    stage: 'speech',
    claims,
    breaker,
    limitMs: ({ text }) => speechLimitMs(text),
    isLong: ({ text }) => isLongText(text),
    costOf: ({ text }) => Math.max(1, text.length / ordinaryCharacters),
    reports: { started: speechStarted, done: audioStored, failed: stepFailed, postponed: stepPostponed },
    async execute(request, { signal, owner, report, about, givesUp, pass, waited, onKept, leaveSlot, heldMs }) {
      let done = 0
      const progressed = (isWaiting: boolean) => speechProgressed(request, about.userId, { done, isWaiting })
      const onDone = (now: number) => {
        done = now
        report(progressed(false))
      }
      const onAudible = () => report(speechProgressed(request, about.userId, { done, isAudible: true }))
      const { jobId } = request
      const isLive = request.live && request.text.length <= maxLiveCharacters
      const { text, shownText = text, language } = request
      const tell = request.words && tellWords({ publish }, request, about.userId)
      const onHeard = tell ? (heard: Heard) => tell(heard, shownText, language) : undefined
      const live = isLive
        ? speakLive({ liveSounds, mastering }, { ...about, jobId, by: 'step' }, { signal, onAudible, onHeard })
        : notLive
      let toldMs = performance.now()
      // A piece that is checked by its words may take several times as long as the limit foresees.
      const onTake = () => {
        if (performance.now() - toldMs < tellEveryMs) return
        toldMs = performance.now()
        report(progressed(true))
      }
      const { workId } = request
      const keeping = workId
        ? keepPieces(pieces, { userId: about.userId, workId, jobId }, { signal, onKept })
        : undefined
      await using into = openSampleSpool()
      const { spoken, voice, checked, instead } = await speakJob({ speech, mastering, hearing }, request, {
        ...{ signal, about, givesUp, onDone, onTake, live, into },
        keeping,
        ...(isLive && { spokenBefore: (key: string) => spokenAhead.take(jobId, key) }),
        pass: () => pass(() => progressed(true)),
      }).catch((error: unknown) => {
        live.breakOff()
        throw error
      })
      live.end()
      // Mastering has a queue of its own: a slot is for the voice.
      leaveSlot()
      const workMs = Math.round(heldMs())
      const storingAt = clock.now().toISOString()
      const begun = Promise.withResolvers<void>()
      const mastered = mastering.master(spoken, { signal, onBegin: begun.resolve })
      await waited(Promise.race([begun.promise, mastered]), () => progressed(true))
      const { mp3: sound, durationMs, peaks } = await mastered
      const spokenBy = { voice: voice?.id ?? request.voiceId, provider: voice?.provider }
      const stated = { jobId, text: request.text, ...spokenBy, at: storingAt }
      const { mp3, headBytes, framesHash } = taggedMp3(sound, stated, statements)
      const name = audioName(jobId, owner)
      await files.write(name, mp3, workId ? 'work' : 'recording')
      // Aborted, so the result is not used: without this the file would stay until a sweep finds it.
      if (signal.aborted) await files.remove(name)
      signal.throwIfAborted()
      failpoint('recording-written')
      const used = await keeping?.use()
      if (voice) countSpoken(voice.provider, used?.spokenCharacters ?? request.text.length)
      const work = {
        ...(voice && { provider: voice.provider, model: voice.model, voice: voice.id }),
        ...(instead.length > 0 && {
          instead: instead.map((one) => ({ voiceId: one.voiceId, voice: one.voice.id, provider: one.voice.provider })),
        }),
        textRules: textRulesVersion,
        characters: request.text.length,
        // Figures are worded in the pieces, which are longer then than their text.
        ...(used && { newCharacters: Math.min(used.newCharacters, request.text.length) }),
        recordings: spoken.recordings,
        checked,
        ...(spoken.vendorMark && { vendorMark: spoken.vendorMark }),
        workMs,
        storingAt,
      }
      const pcmHash = await pcmHashOf(spoken.samples)
      const inMp3 = {
        language: language ?? voice?.language,
        tempo: spoken.tempo,
        leadMs,
        durationMs,
        turns: turnsOf(request.parts),
      }
      const words = request.words && timedWords(shownText, spoken.pieces, inMp3)
      const audio = { name, sizeBytes: mp3.length, durationMs, peaks, pcmHash, headBytes, framesHash }
      return { ...audio, work, ...(words && { words }) }
    },
  })
