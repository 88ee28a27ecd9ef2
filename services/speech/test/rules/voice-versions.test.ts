import { textRulesVersion } from '@utter/text/rules-version'
import { expect, test } from 'vitest'
import { voiceLanguages, voiceNames, voiceVersions } from '../../src/domain/voice-versions.ts'
import { naturalVoices } from '../support/fake-natural.ts'
import { openInstalledVoices } from '../support/local-voice.ts'
import { voice } from '../support/open-speech.ts'

test('the version of a voice stands under its id and each of its aliases, and names provider, model and voice', () => {
  const other = { ...voice, id: 'two', model: 'test-2', aliases: [] }
  const version = `fake/fake-1/one/${textRulesVersion}`
  expect(voiceVersions([voice, other])).toEqual({
    one: version,
    default: version,
    alloy: version,
    two: `fake/test-2/two/${textRulesVersion}`,
  })
})

test('the voices of this machine each name a version of what speaks them', async () => {
  const voices = await openInstalledVoices()
  const versions = voiceVersions(await voices.voices())
  expect(versions.joe).toMatch(/^piper\/joe-[0-9a-f]{12}\/joe\/[0-9a-f]{8}$/)
  expect([versions.default, versions.slt]).toEqual([
    versions.joe,
    expect.stringMatching(/^flite\/flite-\d[\w.-]*\/slt\/[0-9a-f]{8}$/),
  ])
  await voices.close()
})

test('the languages of a voice stand under the same names but `default`, unless it is of a vendor outside', () => {
  const outside = { ...voice, id: 'clone', provider: 'elevenlabs', aliases: ['default'] }
  expect(voiceLanguages([outside, voice])).toEqual({ one: ['en-US'], alloy: ['en-US'] })
})

test('where voices can be blended, all blends have one version', () => {
  const versions = voiceVersions(naturalVoices)
  expect(versions['blend-*']).toBe(`kokoro/kokoro-1/blend-*/${textRulesVersion}`)
})

test('a voice is named by its id and each of its aliases, with the settings that act on it', () => {
  const one = { id: 'one', settings: voice.settings }
  expect(voiceNames([voice])).toEqual({ one, default: one, alloy: one })
})
