import type { SpeechProvider } from '@utter/speech/domain/voice'
import { cpuSecondsOfChildren } from './cpu-seconds.ts'
import type { Hearing } from './open-hearing.ts'
import { speakFile } from './speak-file.ts'
import type { ReportedVoice } from './voices-to-hear.ts'
import { type Errors, errorsOf } from './word-errors.ts'

/** `language` is the one that Whisper found out. */
export type MeasuredSentence = { sentence: string; heard: string; language: string; errors: Errors }
export type MeasuredVoice = ReportedVoice & {
  sentences: MeasuredSentence[]
  /** Processor seconds for a second of speech. */
  cpuSeconds: number | undefined
}

export type Parts = { voices: SpeechProvider; hearing: Hearing; folder: string }

/** Has a voice speak the sentences of its language one by one, while Whisper hears those before. */
export async function measure(voice: ReportedVoice, { voices, hearing, folder }: Parts): Promise<MeasuredVoice> {
  const { voiceId, language } = voice
  // The first run of a voice reads its file and makes buffers.
  await speakFile(voices, { text: 'Ready.', voiceId }, folder)
  const before = cpuSecondsOfChildren(hearing.pid)
  const sentences: Promise<MeasuredSentence>[] = []
  let seconds = 0
  for (const text of language.sentences) {
    const { path, durationSeconds } = await speakFile(voices, { text, voiceId }, folder)
    seconds += durationSeconds
    sentences.push(hear(text, path, voice, hearing))
  }
  const after = cpuSecondsOfChildren(hearing.pid)
  const cpuSeconds = before === undefined || after === undefined ? undefined : (after - before) / seconds
  return { ...voice, cpuSeconds, sentences: await Promise.all(sentences) }
}

/** The language is found out by Whisper; where that went wrong, words are counted in the right one all the same. */
async function hear(sentence: string, path: string, { language }: ReportedVoice, hearing: Hearing) {
  const first = await hearing.hear(path)
  const { text } = first.language === language.code ? first : await hearing.hear(path, language.code)
  return { sentence, heard: text, language: first.language, errors: errorsOf(text, [sentence], language.unit) }
}
