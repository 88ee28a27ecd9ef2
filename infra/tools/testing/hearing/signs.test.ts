import { readSettings } from '@utter/local/settings'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { describe, expect, test } from 'vitest'
import { openHearing } from './open-hearing.ts'
import { openVoices } from './open-voices.ts'
import { prepareWhisper } from './prepare-whisper.ts'
import { signsToHear } from './signs.ts'
import { speakFile } from './speak-file.ts'
import { errorsOf, rateOf } from './word-errors.ts'

/** Share of the words of a sentence: a voice that says a mark, or a figure otherwise, is far above it. */
const maxRate = 0.15

const options = { ...readSettings(process.env), report: console.log }
const { path: folder } = await closedAfterAll(openFolder())
const hearing = await closedAfterAll(openHearing(await prepareWhisper(options)))
const voices = await closedAfterAll(openVoices(options))

describe.each(signsToHear)('$voiceId in $language.name', ({ voiceId, language, signs }) => {
  test.each(signs)('%j is heard as %j', async (written, plain) => {
    const hear = async (text: string) => {
      const { path, durationSeconds } = await speakFile(voices, { text, voiceId }, folder)
      return { ...(await hearing.hear(path, language.code)), durationSeconds }
    }
    const [asWritten, asPlain] = [await hear(written), await hear(plain)]
    // Whisper writes figures as it likes, and alike for the same sounds.
    const errors = errorsOf(asWritten.text, [plain, asPlain.text])
    expect.soft(rateOf([errors]), `heard: ${asWritten.text}\nplain: ${asPlain.text}`).toBeLessThanOrEqual(maxRate)
    expect(Math.abs(asWritten.durationSeconds / asPlain.durationSeconds - 1)).toBeLessThan(0.35)
  })
})
