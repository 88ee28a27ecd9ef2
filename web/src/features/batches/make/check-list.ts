import type { JobKind } from '@utter/contracts/http/jobs/batch'
import type { VoiceView } from '@utter/contracts/http/voices'
import { limits } from '@utter/contracts/jobs'
import { grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { charactersOf } from '../../jobs/marks/characters-of.ts'
import { findVoice } from '../../voices/find-voice.ts'
import type { LineFault, WrittenLine } from './read-list.ts'

/** A job of a list that can be sent. */
export interface CheckedLine {
  line: number
  userText: string
  kind: JobKind
  /** Absent: the voice of all lines. */
  voiceId?: string
}

export interface CheckOptions {
  /** Kind of a line that names none. */
  kind: JobKind
  voices: readonly VoiceView[] | null | undefined
  /** All voices are known, so that another name has none. */
  isWhole: boolean
  /** Characters of a call on the plan. */
  charactersPerCall: number | undefined
}

const kinds: readonly string[] = ['tts', 'reply'] satisfies JobKind[]

/** Checks each line as the server would, so that a person mends it before anything is sent. A voice may be written by its id or its name. */
export function checkList(lines: readonly WrittenLine[], options: CheckOptions) {
  const faults: LineFault[] = []
  const checked = lines.flatMap(({ line, text, voice, kind = options.kind }): CheckedLine[] => {
    const known = voice === undefined ? undefined : voiceNamed(options.voices, voice)
    const found: Omit<LineFault, 'line'>[] = []
    if (!kinds.includes(kind)) found.push({ field: 'kind', message: t('kind has to be tts or reply') })
    const textFault = faultOfText(text, kind, options.charactersPerCall)
    if (textFault) found.push({ field: 'text', message: textFault })
    if (voice !== undefined && !known && options.isWhole)
      found.push({ field: 'voice', message: t('No voice is called ‘{voice}’', { voice }) })
    faults.push(...found.map((fault) => ({ line, ...fault })))
    if (found.length > 0) return []
    return [
      { line, userText: text, kind: kind as JobKind, ...(voice !== undefined && { voiceId: known?.id ?? voice }) },
    ]
  })
  return { checked, faults }
}

const voiceNamed = (voices: CheckOptions['voices'], name: string) =>
  findVoice(voices, name) ?? voices?.find((voice) => voice.name.toLowerCase() === name.toLowerCase())

function faultOfText(text: string, kind: string, perCall: number = limits.ttsText): string | undefined {
  if (text === '') return t('User text is required')
  const max = Math.min(perCall, kind === 'reply' ? limits.replyText : limits.ttsText)
  const count = kind === 'reply' ? text.length : charactersOf(text)
  return count > max
    ? t('It has {count} characters, and {max} are the most', { count: grouped(count), max: grouped(max) })
    : undefined
}
