import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { ttsDefaults } from '@utter/contracts/jobs'
import { openKokoro } from '@utter/speech/providers/kokoro'
import { openPiper } from '@utter/speech/providers/piper'

// A voice of this machine alone, as the worker calls it: a text comes in, and what is answered is how many seconds it takes to say.
const { VOICE_DIR = '', KOKORO_DIR = '', VOICE = '', PORT } = process.env
const provider = VOICE === 'joe' ? await openPiper({ dir: VOICE_DIR, slots: 1 }) : await openKokoro({ dir: KOKORO_DIR })
await provider.ready()

createServer(async (request, response) => {
  if (request.url === '/ready') return response.end()
  const signal = AbortSignal.timeout(120_000)
  let seconds = 0
  const spoken = provider.speak({ text: await text(request), voiceId: VOICE, settings: ttsDefaults }, { signal })
  for await (const { samples, sampleRate, pauseMs } of spoken) seconds += samples.length / sampleRate + pauseMs / 1_000
  response.end(JSON.stringify({ seconds }))
}).listen(Number(PORT), '127.0.0.1')
