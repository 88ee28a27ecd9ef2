import { readSettings } from '@utter/local/settings'
import { openMastering } from '@utter/speech/engines/mastering'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import { openHearing } from './open-hearing.ts'
import { openVoices } from './open-voices.ts'
import { prepareWhisper } from './prepare-whisper.ts'
import { speakFile } from './speak-file.ts'

const options = { ...readSettings(process.env), report: console.log }
const { path: folder } = await closedAfterAll(openFolder())
const hearing = await closedAfterAll(openHearing(await prepareWhisper(options)))
const mastering = await closedAfterAll(openMastering())
const voices = await closedAfterAll(openVoices(options))

async function heard(text: string, voiceId: string): Promise<string> {
  const { path } = await speakFile(voices, { text, voiceId, mastering }, folder)
  const { text: words } = await hearing.hear(path, 'en')
  return words
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test.each([
  ['joe', 'We saw the [say:cat|ˈmaʊntɪn] from the window of the train.', /saw the mountain from/],
  ['af_heart', 'We saw the [say:cat|ˈmaʊntɪn] from the window of the train.', /saw the mountain from/],
  ['bf_emma', 'We bought a [say:lamp|ˈteɪbəl] for the kitchen.', /bought a table for/],
  ['joe', 'My number is [as:digits]42[/as], and I live in London.', /number is (4 2|42|four two)/],
  ['af_heart', 'She works for the [as:spell]BBC[/as] in London.', /for the (bbc|b b c)/],
  ['joe', 'We will meet again on [as:date]2026-11-27[/as] in Paris.', /november (27|27th|twenty seventh) 2026/],
  [
    'joe',
    'We wanted [rate:1.6]to go to the market before noon.[rate:1] It was closed.',
    /wanted to go to the market before noon it was closed/,
  ],
  ['joe', 'We wanted [rate:0.6]to go to the market before noon.', /wanted to go to the market before noon/],
  [
    'joe',
    'Good morning. [voice:af_heart]How are you today? [voice:lucy]The garden is green.',
    /good morning how are you today the garden is green/,
  ],
  ['lucy', 'Please wait [pause:1.5s] until the train has left.', /please wait until the train has left/],
])('%s: %s', async (voiceId, text, words) => {
  expect(await heard(text, voiceId)).toMatch(words)
})
