import { describe, expect, test } from 'vitest'
import { agree, differenceOf } from '../../src/domain/takes/agree.ts'
import { asControl } from '../../src/domain/takes/as-control.ts'
import { usual } from '../support/local-voice.ts'
import { spellingVoice } from '../support/spelling-voice.ts'

const request = { text: 'The price fell by nine percent in May.', voiceId: 'one', settings: usual }

async function takeOf(text: string, speed = 1) {
  const { signal } = new AbortController()
  for await (const { samples, sampleRate } of spellingVoice(() => undefined).speak(
    { ...request, text, settings: { ...usual, speed } },
    { signal },
  ))
    return { samples, sampleRate }
  throw new Error('Nothing was spoken')
}
const take = await takeOf(request.text)
const control = await takeOf(request.text, 0.94)
/** The take with its samples changed. */
const changed = (samples: Float32Array) => ({ ...take, samples })
const silence = (seconds: number) => new Array<number>(seconds * take.sampleRate).fill(0)

describe('two takes agree', () => {
  test('at another pace', () => expect(agree(take, control)).toBe(true))
  test('at another volume', () => expect(agree(changed(take.samples.map((sample) => sample / 3)), control)).toBe(true))
  test('with silence before and behind, and a click in it', () => {
    const late = Float32Array.from([...silence(0.5), ...take.samples, ...silence(0.3), 0.05, -0.05, ...silence(0.2)])
    expect(agree(changed(late), control)).toBe(true)
  })
})

describe('two takes do not agree', () => {
  test.each([
    ['a word that is missing', 'The price fell by percent in May.'],
    ['a word that is doubled', 'The price fell by nine nine percent in May.'],
    ['another word', 'The price fell by four percent in May.'],
    ['two words that are swapped', 'The price fell by percent nine in May.'],
    ['a last word that is missing', 'The price fell by nine percent in.'],
    ['a first word that is missing', 'price fell by nine percent in May.'],
  ])('with %s', async (_, text) => expect(agree(await takeOf(text), control)).toBe(false))
  test('where one is silent', () => expect(agree(changed(new Float32Array(take.samples.length)), control)).toBe(false))
  test('where one is empty', () => expect(agree(changed(new Float32Array()), control)).toBe(false))
})

test('the difference is the same whichever take comes first', () => {
  expect(differenceOf(take, control)).toBeCloseTo(differenceOf(control, take), 1)
})

describe('a control', () => {
  test('has a pace of its own each time, is as even as can be, and is spoken anew', () => {
    const ahead = { ...request, spoken: () => async () => undefined }
    const speeds = [1, 2, 3].map((nth) => asControl(ahead, nth).settings.speed)
    expect(speeds).toEqual([0.94, 1.06, 0.9])
    expect(asControl(ahead, 1)).toEqual({
      ...request,
      settings: { ...usual, stability: 1, style: 0, speed: 0.94 },
    })
  })
  test.each([0.5, 2])('of the speed %d stays within what a speed may be', (speed) => {
    for (const nth of [1, 2, 3]) {
      const { settings } = asControl({ ...request, settings: { ...usual, speed } }, nth)
      expect(settings.speed).toBeGreaterThanOrEqual(0.5)
      expect(settings.speed).toBeLessThanOrEqual(2)
      expect(settings.speed).not.toBe(speed)
    }
  })
})
