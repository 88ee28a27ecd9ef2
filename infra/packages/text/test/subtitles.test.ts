import { expect, test } from 'vitest'
import { subtitlesOf } from '../src/words/subtitles.ts'

const word = (text: string, start: number, end: number) => ({ word: text, start, end })
/** Words of a third of a second each. */
const row = (texts: string[], from = 0) =>
  texts.map((text, index) => word(text, from + index / 3, from + (index + 1) / 3))

test('SubRip: numbered, with a comma in the times', () => {
  const words = [...row(['Good', 'morning']), ...row(['Bye'], 3_725)]
  expect(subtitlesOf(words, 'srt')).toBe(
    '1\n00:00:00,000 --> 00:00:00,667\nGood morning\n\n2\n01:02:05,000 --> 01:02:05,333\nBye\n',
  )
})

test('WebVTT: with its first line, and a point in the times', () => {
  expect(subtitlesOf(row(['Good', 'morning']), 'vtt')).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:00.667\nGood morning\n')
})

test('nothing that was spoken is no subtitle', () => {
  expect([subtitlesOf([], 'srt'), subtitlesOf([], 'vtt')]).toEqual(['', 'WEBVTT\n\n'])
})

test('a subtitle has two lines of 42 letters, and six seconds, at most', () => {
  const texts = Array.from({ length: 120 }, (_, index) => `word${index}`)
  const cues = subtitlesOf(row(texts), 'vtt').split('\n\n').slice(1)
  expect(cues.length).toBeGreaterThan(5)
  for (const cue of cues) {
    const [time = '', ...lines] = cue.trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(2)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(42)
    const [start = 0, end = 0] = [...time.matchAll(/00:(\d\d):(\d\d\.\d+)/g)].map(
      ([, m, s]) => 60 * Number(m) + Number(s),
    )
    expect(end - start).toBeLessThanOrEqual(6)
  }
  expect(cues.join(' ').match(/word\d+/g)).toEqual(texts)
})

test('words of scripts without spaces have none between them, and angle brackets are no tags', () => {
  expect(subtitlesOf(row(['今天', '天气', 'OK']), 'vtt')).toContain('今天天气 OK')
  expect(subtitlesOf(row(['<b>', '&']), 'vtt')).toContain('&lt;b&gt; &amp;')
})

test('a dialogue names its speakers: WebVTT in each cue, SubRip where another one begins', () => {
  const said = (speaker: string | undefined, words: ReturnType<typeof row>) =>
    words.map((one) => ({ ...one, ...(speaker !== undefined && { speaker }) }))
  const words = [
    ...said(undefined, row(['Night'])),
    ...said('Anna', row(['Who', 'is', 'there'], 1 / 3)),
    ...said('Anna', row(['Well'], 3)),
    ...said('B & <C>', row(['Me'], 4)),
  ]
  const linesOf = (text: string) => text.split('\n').filter((line) => line && !/-->|^\d+$|^WEBVTT$/.test(line))
  expect(linesOf(subtitlesOf(words, 'vtt'))).toEqual([
    'Night',
    '<v Anna>Who is there</v>',
    '<v Anna>Well</v>',
    '<v B &amp; &lt;C&gt;>Me</v>',
  ])
  expect(linesOf(subtitlesOf(words, 'srt'))).toEqual(['Night', 'Anna: Who is there', 'Well', 'B &amp; &lt;C&gt;: Me'])
})
