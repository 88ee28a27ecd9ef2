import { expect, test } from 'vitest'
import { completenessOf } from '../../src/domain/completeness.ts'
import { prose } from '../support/local-voice.ts'

const rate = 1000
type Part = [seconds: number, level: number]

/** A clip of parts with a constant level, at 1,000 samples a second. */
function clip(...parts: Part[]) {
  const samples = Float32Array.from(parts.flatMap(([seconds, level]) => new Array<number>(seconds * rate).fill(level)))
  return { samples, durationMs: samples.length }
}

test.each<[string, string, Part[], unknown]>([
  [
    'a sentence at an ordinary pace',
    prose(150),
    [
      [10, 0.2],
      [0.2, 0],
    ],
    { ok: true },
  ],
  [
    'one short word',
    'Hi',
    [
      [0.2, 0.2],
      [0.2, 0],
    ],
    { ok: true },
  ],
  [
    'one word and a second of silence',
    'Hi',
    [
      [0.3, 0.2],
      [1.2, 0],
    ],
    { ok: true },
  ],
  [
    'half of a long text',
    prose(1000),
    [
      [20, 0.2],
      [0.2, 0],
    ],
    { ok: false, reason: 'too_short' },
  ],
  ['nothing but zeros', 'Hello', [[1, 0]], { ok: false, reason: 'silent' }],
  ['an inaudible hiss', 'Hello', [[1, 0.001]], { ok: false, reason: 'silent' }],
  [
    'a click in a long silence',
    prose(100),
    [
      [0.2, 0.2],
      [8, 0],
    ],
    { ok: false, reason: 'silent' },
  ],
  [
    'twenty letters, too fast',
    'a'.repeat(20),
    [
      [0.5, 0.2],
      [0.1, 0],
    ],
    { ok: false, reason: 'too_short' },
  ],
  [
    'nineteen letters as fast: a word or two may have any length',
    'a'.repeat(19),
    [
      [0.5, 0.2],
      [0.1, 0],
    ],
    { ok: true },
  ],
  [
    '28 letters a second',
    'a'.repeat(28),
    [
      [0.9, 0.2],
      [0.1, 0],
    ],
    { ok: true },
  ],
  [
    '40 letters in a second that sounds',
    'a'.repeat(40),
    [
      [1, 0.2],
      [1, 0],
    ],
    { ok: true },
  ],
  [
    '41 letters in a second that sounds',
    'a'.repeat(41),
    [
      [1, 0.2],
      [1, 0],
    ],
    { ok: false, reason: 'silent' },
  ],
  [
    'a blip of 60 ms',
    'Hi',
    [
      [0.06, 0.2],
      [0.2, 0],
    ],
    { ok: false, reason: 'silent' },
  ],
  [
    'a word of 80 ms',
    'Hi',
    [
      [0.08, 0.2],
      [0.2, 0],
    ],
    { ok: true },
  ],
  [
    'a word of which a tenth sounds',
    'Hi',
    [
      [0.2, 0.2],
      [1.8, 0],
    ],
    { ok: true },
  ],
  [
    'a word of which less than a tenth sounds',
    'Hi',
    [
      [0.2, 0.2],
      [2, 0],
    ],
    { ok: false, reason: 'silent' },
  ],
  [
    'a pause of three seconds',
    'Hi',
    [
      [1, 0.2],
      [3, 0],
      [1, 0.2],
      [0.2, 0],
    ],
    { ok: true },
  ],
  [
    'a second for each digit',
    '7'.repeat(20),
    [
      [20, 0.2],
      [0.2, 0],
    ],
    { ok: true },
  ],
  [
    'a word that goes on for seven seconds',
    'Hi',
    [
      [7, 0.2],
      [0.2, 0],
    ],
    { ok: false, reason: 'too_long' },
  ],
  ['no samples at all', 'Hello', [], { ok: false, reason: 'silent' }],
  [
    'a hole of four seconds',
    prose(150),
    [
      [5, 0.2],
      [4, 0],
      [5, 0.2],
      [0.2, 0],
    ],
    { ok: false, reason: 'gap' },
  ],
  ['an end in the middle of a word', prose(150), [[10, 0.2]], { ok: false, reason: 'cut' }],
  [
    'damaged samples',
    'Hello',
    [
      [0.5, Number.NaN],
      [0.5, 0.2],
    ],
    { ok: false, reason: 'silent' },
  ],
])('%s', (_, text, parts, expected) => {
  expect(completenessOf({ text, ...clip(...parts) })).toEqual(expected)
})

test('at half the speed a clip may be twice as long', () => {
  const long = clip([8, 0.2], [0.2, 0])
  expect(completenessOf({ text: 'Hi', ...long, speed: 0.5 })).toEqual({ ok: true })
  expect(completenessOf({ text: 'Hi', ...long })).toEqual({ ok: false, reason: 'too_long' })
})
