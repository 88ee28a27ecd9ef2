/** A word, the seconds of the sound at which it begins and ends, and in a dialogue who says it. */
type SoundingWord = { word: string; start: number; end: number; speaker?: string | undefined }

/** Seconds of one subtitle, and the pause that ends it. */
const [maxSeconds, pauseSeconds] = [6, 0.35]
/** Characters of a line, of which a subtitle has two at most. */
const maxLine = 42
/** Letters of scripts that leave no space between words. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

export const subtitleTypes = { srt: 'application/x-subrip; charset=utf-8', vtt: 'text/vtt; charset=utf-8' }
export type SubtitleFormat = keyof typeof subtitleTypes

/** The words of a sound as subtitles, a few seconds each, in SubRip's or in WebVTT's form. */
export function subtitlesOf(words: SoundingWord[], format: SubtitleFormat): string {
  const cues = cuesOf(words)
  const written = cues.map((cue, index) => {
    const [start, end] = [cue[0]?.start ?? 0, cue.at(-1)?.end ?? 0]
    const time = `${clock(start, format)} --> ${clock(end, format)}`
    const lines = linesOf(cue).map(escaped).join('\n')
    return `${format === 'srt' ? `${index + 1}\n` : ''}${time}\n${named(lines, cues, index, format)}\n`
  })
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${written.join('\n')}`
}

/** WebVTT has each cue of a dialogue with its speaker; SubRip has a name where another one begins. */
function named(lines: string, cues: SoundingWord[][], index: number, format: SubtitleFormat): string {
  const speakerOf = (at: number) => cues[at]?.[0]?.speaker
  const speaker = speakerOf(index)
  if (speaker === undefined) return lines
  if (format === 'vtt') return `<v ${escaped(speaker)}>${lines}</v>`
  return speaker === speakerOf(index - 1) ? lines : `${escaped(speaker)}: ${lines}`
}

function cuesOf(words: SoundingWord[]): SoundingWord[][] {
  const cues: SoundingWord[][] = []
  for (const word of words) {
    const cue = cues.at(-1)
    const [first, last] = [cue?.[0], cue?.at(-1)]
    const isNew =
      !cue ||
      !first ||
      !last ||
      word.speaker !== first.speaker ||
      linesOf([...cue, word]).some(({ length }) => length > maxLine) ||
      word.end - first.start > maxSeconds ||
      word.start - last.end > pauseSeconds
    if (isNew) cues.push([word])
    else cue.push(word)
  }
  return cues
}

const textOf = (words: SoundingWord[]): string =>
  words.reduce((text, { word }) => `${text}${text === '' || unspaced.test(word) ? '' : ' '}${word}`, '')

/** Its line, or two lines of about the same length. */
function linesOf(cue: SoundingWord[]): string[] {
  const whole = textOf(cue)
  if (whole.length <= maxLine) return [whole]
  const halves = cue.slice(1).map((_, index) => [textOf(cue.slice(0, index + 1)), textOf(cue.slice(index + 1))])
  const longer = (lines: string[]) => Math.max(...lines.map(({ length }) => length))
  return halves.reduce((best, lines) => (longer(lines) < longer(best) ? lines : best), halves[0] ?? [whole])
}

/** Both forms read a tag in angle brackets. */
const escaped = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function clock(seconds: number, format: SubtitleFormat): string {
  const ms = Math.round(seconds * 1_000)
  const part = (value: number, digits: number) => String(value).padStart(digits, '0')
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60]
  return `${part(h, 2)}:${part(m, 2)}:${part(s, 2)}${format === 'srt' ? ',' : '.'}${part(ms % 1_000, 3)}`
}
