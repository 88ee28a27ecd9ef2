import { sha256Of } from '@utter/provenance/sound-runs'
import { verifySound } from '@utter/provenance/verify-sound'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { testStatements } from '@utter/testing/statements'
import { expect, test } from 'vitest'
import { transcode } from '../../src/audio/transcode.ts'
import { taggedMp3 } from '../../src/domain/provenance/tagged-mp3.ts'
import { samplesInMemory } from '../../src/domain/samples.ts'
import { openMastering } from '../../src/engines/mastering.ts'
import { openFlite } from '../../src/providers/flite.ts'
import { fliteDir, patience } from '../support/local-voice.ts'
import { play } from '../support/meter.ts'
import { spoken } from '../support/spoken.ts'

const { master } = await closedAfterAll(openMastering())
const flite = await closedAfterAll(openFlite({ dir: await fliteDir(), slots: 1 }))
const text = 'A sentence that is spoken.'
const { samples, sampleRate } = await spoken(flite, text, { voiceId: 'slt' })
const clip = await master({ samples: samplesInMemory([samples]), sampleRate }, patience())
const stated = { jobId: 'j', text, voice: 'slt', provider: 'local', at: '2030-01-01T00:00:00.000Z' }
const tagged = taggedMp3(clip.mp3, stated, testStatements)

const verify = (mp3: Buffer) =>
  verifySound(
    (async function* () {
      yield mp3
    })(),
    testStatements,
  )

test('a spoken mp3 states by whom and of which text it is, and is verified', async () => {
  expect(await verify(tagged.mp3)).toMatchObject({
    ...{ kind: 'sound', job: 'j', voice: 'slt', provider: 'local', at: stated.at, textHash: sha256Of(text) },
  })
  expect(tagged.mp3.toString('latin1', 0, 3)).toBe('ID3')
  expect(tagged.mp3.includes(Buffer.from('AI_GENERATED', 'utf16le'))).toBe(true)
  const [head, frames] = [tagged.mp3.subarray(tagged.headBytes - 384), tagged.mp3.subarray(tagged.headBytes)]
  expect([head.toString('latin1', 36, 40), [...frames.subarray(0, 2)]]).toEqual(['Info', [0xff, 0xfb]])
  expect(tagged.framesHash).toBe(sha256Of(tagged.mp3.subarray(tagged.headBytes)))
})

test('a decoder plays exactly the sound that is behind the tag, with the same length and no gap', async () => {
  expect(await play(tagged.mp3)).toEqual(await play(clip.mp3))
  const pcm = (mp3: Buffer) => transcode(mp3, { format: 'pcm', tempo: 1 })
  expect(pcm(tagged.mp3).equals(pcm(clip.mp3))).toBe(true)
})

test('a byte of it that is another one is found', async () => {
  const changed = Buffer.from(tagged.mp3)
  changed.writeUInt8((changed.at(-500) ?? 0) ^ 1, changed.length - 500)
  expect(await verify(changed)).toBe('sound_changed')
})
