import type { DialogueSpeaker } from './dialogue.ts'
import { type FoundMark, MarkError, type Marked, type MarkedPart, markLimits, type TextPart } from './marks.ts'
import type { Valued } from './values.ts'

type Place = { at: number; written: string }
type Manner = Pick<TextPart, 'rate' | 'voiceId' | 'speaker'>

/** A text as its parts, while it is read from its beginning: both scanners put it together here. */
export class PartsOfText {
  readonly #parts: MarkedPart[] = []
  readonly #marks: FoundMark[] = []
  #manner: Manner = {}
  #silenceMs = 0
  #characters = 0
  readonly #speakers = new Set<string>()
  #turns = 0

  get manner(): Manner {
    return this.#manner
  }

  /** Text without marks, spoken in the present manner. */
  write(text: string): void {
    if (text === '') return
    this.#characters += text.length
    const last = this.#parts.at(-1)
    if (last && 'text' in last && isPlain(last, this.#manner)) last.text += text
    else this.#parts.push({ text, ...this.#manner })
  }

  /** @throws MarkError past the longest silence of a text */
  pause({ at, written }: Place, pauseMs: number): void {
    this.#note({ name: 'pause', at, written })
    this.#silenceMs += pauseMs
    if (this.#silenceMs > markLimits.maxSilenceMs)
      throw new MarkError(at, written, `the pauses of a text are at most ${markLimits.maxSilenceMs / 1_000} s together`)
    this.#parts.push({ pauseMs })
  }

  /** Manner of what follows; undefined is that of the request. */
  speakBy(manner: Manner): void {
    this.#manner = {
      ...(manner.rate !== undefined && manner.rate !== 1 && { rate: manner.rate }),
      ...(manner.voiceId !== undefined && { voiceId: manner.voiceId }),
      ...(manner.speaker !== undefined && { speaker: manner.speaker }),
    }
  }

  /** Somebody of a dialogue says what follows. The first turn of each is a mark, so that the voice is checked. */
  turn({ at, written }: Place, { name, voiceId }: DialogueSpeaker): void {
    this.speakBy({ voiceId, speaker: name })
    if (!this.#speakers.has(name)) this.#note({ name: 'voice', at, written })
    this.#speakers.add(name)
    this.#turns++
    if (this.#turns > markLimits.maxTurns)
      throw new MarkError(at, written, `a dialogue has at most ${markLimits.maxTurns} turns`)
  }

  rate({ at, written }: Place, rate: number): void {
    this.#note({ name: 'rate', at, written, rate })
    this.speakBy({ ...this.#manner, rate })
  }

  voice({ at, written }: Place, voiceId: string): void {
    this.speakBy({ ...this.#manner, voiceId })
    this.#note({ name: 'voice', at, written })
  }

  /** A written form that is spoken otherwise. @param isOther whether other words are spoken, which count where they are more */
  say({ at, written }: Place, { shown, ...spoken }: TextPart & { shown: string }, isOther = false): void {
    this.#characters += isOther ? Math.max(shown.length, spoken.text.length) : shown.length
    this.#note({
      name: spoken.as || !spoken.phonemes ? 'as' : 'say',
      at,
      written,
      ...(spoken.phonemes && { hasPhonemes: true }),
    })
    this.#parts.push({ ...spoken, ...(shown !== spoken.text && { shown }), ...this.#manner })
  }

  done(): Marked {
    return { parts: this.#parts, marks: this.#marks, characters: this.#characters }
  }

  #note(mark: FoundMark): void {
    const { voiceId } = this.#manner
    this.#marks.push({ ...mark, ...(voiceId !== undefined && { voiceId }) })
    if (this.#marks.length > markLimits.maxMarks)
      throw new MarkError(mark.at, mark.written, `a text has at most ${markLimits.maxMarks} marks`)
  }
}

/** The value. @throws MarkError with the reason for none */
export function valueAt<Value>({ at, written }: Place, valued: Valued<Value>): Value {
  if ('reason' in valued) throw new MarkError(at, written, valued.reason)
  return valued.value
}

const isPlain = ({ text: _, ...more }: TextPart, { rate, voiceId, speaker }: Manner): boolean =>
  more.rate === rate &&
  more.voiceId === voiceId &&
  more.speaker === speaker &&
  more.shown === undefined &&
  !more.as &&
  !more.phonemes
